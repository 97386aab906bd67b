import { describe, expect, test } from "vitest";
import { checkAddress, checkHost, checkedLookup, hostOf, networkOf } from "../../../src/tools/upstreams/check-address.ts";

describe("which network an address is on", () => {
  test.each([
    ["93.184.216.34", "public"],
    ["2606:2800:220:1::1", "public"],
    ["127.0.0.1", "loopback"],
    ["127.8.9.1", "loopback"],
    ["::1", "loopback"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["192.168.0.1", "private"],
    ["100.64.0.1", "private"],
    ["fd12::1", "private"],
    ["::ffff:10.0.0.1", "private"],
    ["::ffff:7f00:1", "loopback"],
    ["64:ff9b::7f00:1", "loopback"],
    ["64:ff9b::8.8.8.8", "public"],
  ])("%s is %s", (address, network) => expect(networkOf(address)).toBe(network));

  test.each([
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "64:ff9b::169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "2002:7f00:1::1",
    "2001:0:1::1",
    "ff02::1",
    "fec0::1",
    "::127.0.0.1",
  ])("%s is never allowed", (address) => {
    expect(networkOf(address)).toBeUndefined();
    expect(() => checkAddress(address, "host", true)).toThrow("an address no server may be at");
  });
});

test("every way to write an address is the address", async () => {
  for (const host of [
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0x7f.1",
    "127.0.0.1.",
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:0:0:1]",
  ]) {
    await expect(checkHost(new URL(`http://${host}/mcp`), false)).rejects.toThrow("it needs allowPrivate");
    await expect(checkHost(new URL(`http://${host}/mcp`), true)).resolves.toBe("loopback");
  }
  for (const host of ["2852039166", "0xa9fea9fe", "[::ffff:169.254.169.254]"]) {
    await expect(checkHost(new URL(`http://${host}/`), true)).rejects.toThrow("no server may be at");
  }
  expect(hostOf(new URL("http://[::1]:80/"))).toBe("::1");
});

test("a name is resolved and checked when it is connected to, and the checked address is the one connected to", async () => {
  const look = (host: string, allowPrivate: boolean) =>
    new Promise((resolve) => {
      checkedLookup(allowPrivate)(host, { all: true }, (error, found) => resolve(error?.message ?? found));
    });
  expect(await look("localhost", false)).toContain("a loopback address: it needs allowPrivate");
  expect(await look("localhost", true)).toEqual(expect.arrayContaining([{ address: "127.0.0.1", family: 4 }]));
});
