import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Returns the client's address of a request: the socket's, or the one that trusted proxies report; undefined if unknown. */
export type ClientAddress = (incoming: Pick<IncomingMessage, "socket" | "headers"> | undefined) => string | undefined;

/** Whether the text is an address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * Reads `X-Forwarded-For` from the right, as long as the addresses belong to trusted proxies. Entries further left are set by
 * the client and cannot be trusted.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = "", bits] = proxy.split("/");
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (incoming) => {
    let address = plain(incoming?.socket.remoteAddress ?? "");
    if (address === "" || !incoming) return undefined;
    const forwarded = [incoming.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    while (trusted.check(address, familyOf(address))) {
      const before = plain(forwarded.pop() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Turns IPv4-mapped IPv6 into IPv4, and strips the port that some proxies add. */
function plain(address: string): string {
  const text = address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return text.replace(/^\[([^\]]+)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
