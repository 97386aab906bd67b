import { expect, test } from "vitest";
import { createClientAddress } from "../../src/http/client-address.ts";
import { isAddressOrNetwork } from "../../src/identity/address-list.ts";

const incoming = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { ...(forwarded !== undefined && { "x-forwarded-for": forwarded }) } }) as never;

test.each<[string, string | undefined, string]>([
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.1.2.3", undefined, "10.1.2.3"],
  ["10.1.2.3", "198.51.100.1", "198.51.100.1"],
  // Entries written by the client are left of the address that the proxy appended.
  ["10.1.2.3", "127.0.0.1, 198.51.100.1", "198.51.100.1"],
  ["10.1.2.3", "127.0.0.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
  ["10.1.2.3", "10.9.9.9", "10.9.9.9"],
  ["10.1.2.3", "unknown, 10.9.9.9", "10.9.9.9"],
  ["::ffff:10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
  ["::ffff:a01:203", "::ffff:c633:6401", "198.51.100.1"],
  ["10.1.2.3", "::ffff:198.51.100.1:4711", "198.51.100.1"],
  ["10.1.2.3", "fe80::1%eth0", "fe80::1%eth0"],
  ["2001:db8::1", "[2001:db8:1::7]:80", "2001:db8:1::7"],
  ["10.1.2.3", "", "10.1.2.3"],
])("G30 from %s, forwarded for %s, the client is %s", (remote, forwarded, client) => {
  expect(createClientAddress(["10.0.0.0/8", "2001:db8::1"])(incoming(remote, forwarded))).toBe(client);
});

test("nobody's word is taken without a trusted proxy", () => {
  expect(createClientAddress([])(incoming("127.0.0.1", "198.51.100.1"))).toBe("127.0.0.1");
  expect(createClientAddress([])(undefined)).toBeUndefined();
});

test("addresses and networks can be trusted, names cannot", () => {
  expect(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"].map(isAddressOrNetwork)).toEqual([true, true, true, true]);
  expect(
    ["proxy", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "::/129", "10.0.0.1/", "fe80::1%eth0"].map(isAddressOrNetwork),
  ).toEqual(Array.from({ length: 7 }, () => false));
});
