import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Of a request: the connection's address, or what a trusted proxy says of it. */
export type ClientAddress = (incoming: Pick<IncomingMessage, "socket" | "headers"> | undefined) => string | undefined;

/** Whether this is an address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * Reads `X-Forwarded-For` from the right, as far as the addresses are those of trusted proxies: what stands further left came from
 * the client and may say anything.
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

/** IPv4 over an IPv6 socket is IPv4; some proxies add a port. */
function plain(address: string): string {
  const text = address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return text.replace(/^\[([^\]]+)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
