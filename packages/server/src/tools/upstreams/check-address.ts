import { lookup as resolveName } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { WireFault } from "./wire.ts";

export type Network = "public" | "private" | "loopback";

const list = (...subnets: readonly [address: string, bits: number][]): BlockList => {
  const blocked = new BlockList();
  for (const [address, bits] of subnets) blocked.addSubnet(address, bits, address.includes(":") ? "ipv6" : "ipv4");
  return blocked;
};

const LOOPBACK = list(["127.0.0.0", 8], ["::1", 128]);
const PRIVATE = list(["10.0.0.0", 8], ["172.16.0.0", 12], ["192.168.0.0", 16], ["100.64.0.0", 10], ["fc00::", 7]);
/** Cloud metadata services, which hand out credentials, and ranges no server may be in. Refused even with `allowPrivate`. */
const NEVER = list(
  ["169.254.0.0", 16],
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
  ["0.0.0.0", 8],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // Documentation, and forms that embed an IPv4 address reached through a relay.
  ["2001:db8::", 32],
  ["2001::", 32],
  ["2002::", 16],
);
const GLOBAL_V6 = list(["2000::", 3]);

/** The kind of network an address is on; undefined if the address is never allowed. */
export function networkOf(address: string): Network | undefined {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  const embedded = family === "ipv6" ? embeddedV4(address) : undefined;
  if (embedded !== undefined) return networkOf(embedded);
  if (NEVER.check(address, family)) return undefined;
  if (LOOPBACK.check(address, family)) return "loopback";
  if (PRIVATE.check(address, family)) return "private";
  return family === "ipv4" || GLOBAL_V6.check(address, family) ? "public" : undefined;
}

/** Returns the IPv4 address in an IPv4-mapped (`::ffff:…`) or NAT64 (`64:ff9b::…`) address; undefined for any other. */
function embeddedV4(address: string): string | undefined {
  const groups = new URL(`http://[${address.split("%")[0] ?? ""}]/`).hostname.slice(1, -1);
  const found = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(groups);
  if (!found) return undefined;
  const high = Number.parseInt(found[1] ?? "", 16);
  const low = Number.parseInt(found[2] ?? "", 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Throws a `WireFault` if the address is not allowed. `host` is the host as configured, for the message. */
export function checkAddress(address: string, host: string, allowPrivate: boolean): void {
  const network = networkOf(address);
  if (network === "public" || (network !== undefined && allowPrivate)) return;
  const where = host === address ? address : `${host} (${address})`;
  const why =
    network === undefined
      ? `is at ${where}, an address no server may be at`
      : `is at ${where}, a ${network} address: it needs allowPrivate`;
  throw new WireFault(why, { wasNotTaken: true });
}

/** The URL's host as `net` accepts it, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/**
 * Resolves a name and checks its addresses for each connection, so the checked address is the one connected to, whatever the
 * DNS server answers next. One refused address among several refuses them all.
 */
export const checkedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (host, options, answer) => {
    const { family = 0, all = false } = options;
    resolveName(host, { all: true, family: typeof family === "number" ? family : Number(family.slice(-1)) }).then(
      (found) => {
        try {
          for (const { address } of found) checkAddress(address, host, allowPrivate);
        } catch (error) {
          return answer(error as Error, "", 0);
        }
        const [chosen] = found;
        if (!chosen) return answer(new WireFault(`has a host name that cannot be resolved, ${host}`), "", 0);
        if (all) return (answer as unknown as (error: null, all: typeof found) => void)(null, found);
        return answer(null, chosen.address, chosen.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, "", 0),
    );
  };

/** Checks all addresses of the host before any connection; a literal address is not resolved. Returns their widest network. */
export async function checkHost(url: URL, allowPrivate: boolean): Promise<Network> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : (await resolveName(host, { all: true })).map(({ address }) => address);
  for (const address of addresses) checkAddress(address, host, allowPrivate);
  const networks = addresses.map(networkOf);
  return networks.includes("public") ? "public" : networks.includes("private") ? "private" : "loopback";
}
