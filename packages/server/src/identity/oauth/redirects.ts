import { isLoopback } from "../../core/is-loopback.ts";

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether a code may go there: an https address, or a program on the person's own computer. No other scheme names its receiver. */
export function isUsableRedirect(text: string): boolean {
  const url = parse(text);
  if (url === undefined || text.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Whether the address is a program's on the computer of the browser. */
export const isLocalRedirect = (text: string): boolean => isLoopback(parse(text)?.hostname ?? "");

/**
 * Whether a client that registered these addresses may have its code sent to `sent`: character by character, except that programs
 * on the person's computer take any free port (RFC 8252 7.3; clients use `localhost` as well as IP addresses).
 */
export function matchesRedirect(registered: readonly string[], sent: string): boolean {
  if (!isUsableRedirect(sent)) return false;
  const withoutPort = localWithoutPort(sent);
  return registered.some((one) => one === sent || (withoutPort !== undefined && localWithoutPort(one) === withoutPort));
}

function localWithoutPort(text: string): string | undefined {
  const url = parse(text);
  if (url === undefined || url.protocol !== "http:" || !isUsableRedirect(text)) return undefined;
  url.port = "";
  return url.href;
}

/** Adds parameters to the query of a redirect address, keeping its own; those that are undefined are left out. */
export function redirectWith(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
