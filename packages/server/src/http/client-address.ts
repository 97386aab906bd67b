import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createAddressList, unmapped } from "../identity/address-list.ts";

/** Returns the client's address of a request: the socket's, or the one that trusted proxies report; undefined if unknown. */
export type ClientAddress = (incoming: Pick<IncomingMessage, "socket" | "headers"> | undefined) => string | undefined;

/**
 * Reads `X-Forwarded-For` from the right, as long as the addresses belong to trusted proxies. Entries further left are set by
 * the client and cannot be trusted.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = createAddressList(trustedProxies);
  return (incoming) => {
    let address = plain(incoming?.socket.remoteAddress ?? "");
    if (address === "" || !incoming) return undefined;
    const forwarded = [incoming.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    while (trusted.has(address)) {
      const before = plain(forwarded.pop() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/** Turns IPv4-mapped IPv6 into IPv4, and strips the port that some proxies add. */
function plain(address: string): string {
  const text = address.trim().replace(/^\[([^\]]+)\](?::\d+)?$/, "$1");
  return unmapped(text.replace(/^((?:::ffff:)?\d+\.\d+\.\d+\.\d+):\d+$/i, "$1"));
}
