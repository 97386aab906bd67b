import type { StudioAccess, StudioDraft } from "@countersign/protocol";
import { sha256OfJson } from "./digest.ts";
import { findMethodParameter } from "./rerouting.ts";

const READING = new Set(["GET", "HEAD"]);
const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

export const isWriting = (method: string): boolean => WRITING.has(method);

/** A parsed entry of the host list. With `below`, it matches every name below `host`, but not `host` itself. */
export type Host = { scheme: string; host: string; port: string; below: boolean };

export function readHost(entry: string): Host | string {
  const [, scheme = "https", wild = "", rest = ""] = /^(?:(https?):\/\/)?(\*\.)?(.*)$/i.exec(entry.trim()) ?? [];
  if (rest === "" || /[/?#@\s*\\]/.test(rest))
    return "is not a host; write it as api.example.com, *.example.com or http://host:8080";
  const address = `${scheme.toLowerCase()}://${rest}`;
  if (!URL.canParse(address)) return "is not a host; write it as api.example.com, *.example.com or http://host:8080";
  const url = new URL(address);
  if (wild !== "" && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname))
    return "is too broad: `*.` needs a domain with a dot, as in *.example.com";
  return { scheme: url.protocol, host: url.hostname, port: url.port, below: wild !== "" };
}

/** Returns the faults of the access settings as the author wrote them. */
export function findAccessFaults({ network, hosts, allowPrivate }: StudioAccess): { path: string; message: string }[] {
  const faults = hosts.flatMap((entry, n) => {
    const host = readHost(entry);
    return typeof host === "string" ? [{ path: `/access/hosts/${n}`, message: host }] : [];
  });
  if (network === "hosts" && hosts.length === 0) faults.push({ path: "/access/hosts", message: "needs at least one host" });
  if (network !== "hosts" && hosts.length > 0)
    faults.push({ path: "/access/hosts", message: "can only be set with access to a list of hosts; remove them" });
  if (network !== "hosts" && allowPrivate)
    faults.push({ path: "/access/allowPrivate", message: "can only be set with access to a list of hosts" });
  return faults;
}

/** Returns why this request must not be sent, or undefined if it may. Does not check which address the name resolves to. */
export function refuseRequest(access: StudioAccess, method: string, url: URL): string | undefined {
  if (access.network === "none") return "has no network access";
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `cannot reach ${url.protocol} addresses, only https and http`;
  if (url.username !== "" || url.password !== "") return "cannot send a user name and password in an address";
  if (!READING.has(method) && !WRITING.has(method)) return `cannot send ${method}`;
  if (WRITING.has(method) && !access.writes) return `cannot send ${method}: its access is read-only`;
  const parameter = READING.has(method) ? findMethodParameter(url) : undefined;
  if (parameter !== undefined)
    return `cannot send the parameter ${parameter} with ${method}: servers may treat it as another method`;
  if (access.network === "any") return undefined;
  if (access.hosts.some((entry) => covers(readHost(entry), url))) return undefined;
  return `cannot reach ${url.host}: ${isNamed(access, url) ? `its list of hosts has another scheme or port than ${url.origin}` : "it is not on its list of hosts"}`;
}

function covers(entry: Host | string, url: URL): boolean {
  if (typeof entry === "string") return false;
  const isName = entry.below ? url.hostname.endsWith(`.${entry.host}`) : url.hostname === entry.host;
  return isName && url.protocol === entry.scheme && url.port === entry.port;
}

const isNamed = ({ hosts }: StudioAccess, url: URL): boolean =>
  hosts.some((entry) => {
    const host = readHost(entry);
    return typeof host !== "string" && !host.below && host.host === url.hostname;
  });

/** The risk that follows from a tool's access: the highest of its reasons. */
export function judgeAccess(access: StudioAccess): { level: 0 | 3 | 4 | 5; reasons: string[] } {
  const found: [3 | 4 | 5, string][] = [];
  if (access.destructive) found.push([5, "The author declared that the tool can destroy data."]);
  if (access.network !== "none") {
    if (access.network === "any") found.push([4, "The tool can reach every public host."]);
    else if (access.hosts.some((entry) => (readHost(entry) as Host).below))
      found.push([4, "The list of hosts contains a wildcard."]);
    if (access.allowPrivate) found.push([4, "The tool can reach this machine and private networks."]);
    if (access.writes) found.push([4, "The tool can send write requests."]);
    if (access.network === "hosts") found.push([3, `The tool can reach ${nameHosts(access)}.`]);
  }
  if (found.length === 0)
    return { level: 0, reasons: ["The tool has no network access and computes its result from the input."] };
  return { level: found[0]![0], reasons: found.map(([, words]) => words) };
}

const nameHosts = ({ hosts }: StudioAccess): string =>
  hosts.length <= 3 ? hosts.join(", ") : `${hosts.slice(0, 2).join(", ")} and ${hosts.length - 2} more hosts`;

/** One line for a reviewer. */
export function describeAccess(access: StudioAccess): string {
  const { network, writes, destructive } = access;
  const where = network === "none" ? "nothing" : network === "any" ? "every public host" : nameHosts(access);
  const how = network === "none" ? "" : writes ? ", reading and writing" : ", reading only";
  return `${where}${how}${destructive ? "; can destroy" : ""}`;
}

/** Identifies what a test run executed and a version executes. Excludes texts for people and approval settings. */
export const draftHash = ({ source, inputSchema, access, limits }: StudioDraft): string =>
  sha256OfJson({ source, inputSchema, access, limits });
