import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ConfigFault } from "../config.ts";
import { parseConfigFile } from "../config-file.ts";
import { isLoopback } from "../core/is-loopback.ts";
import { maskArguments } from "../core/mask-arguments.ts";
import { asLiteral, readVariables } from "./client-variables.ts";
import { isCountersign, type OwnAddress } from "./own-entry.ts";

export interface ReadEntryOptions {
  /** The client's settings file; what is relative in it is so to the folder of its project. */
  path: string;
  trust: "trusted" | "untrusted";
  own: OwnAddress;
}

/** An entry of `countersign.yaml` with how it is shown, or why there is none. */
export type ReadEntry = { upstream: Record<string, unknown>; shown: string } | { why: string };

/** Values of variables and headers. */
export const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

/** Fields that Countersign leaves out: how the client shows the server, and which calls it makes without asking its own user. */
const OF_CLIENT = ["timeout", "alwaysAllow", "alwaysLoad", "autoApprove", "trust", "description", "name", "icon", "gallery"];
const ofClient = {
  ...Object.fromEntries([...OF_CLIENT, "version", "dev"].map((key) => [key, z.unknown().optional()])),
  type: z.string().optional(),
  enabled: z.literal(true).optional(),
};
const commandEntry = z.strictObject({
  ...ofClient,
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().min(1).optional(),
});
const addressEntry = z.strictObject({
  ...ofClient,
  url: z.string().min(1),
  type: z.enum(["http", "streamable-http", "streamableHttp", "sse"]).optional(),
  headers: texts.default({}),
});

/** Whether the client does not use the entry. */
export function isOff(entry: unknown): boolean {
  const { disabled, enabled } = z.object({ disabled: z.unknown(), enabled: z.unknown() }).partial().safeParse(entry).data ?? {};
  return disabled === true || enabled === false;
}

/** Reads what the client says of a server. Only what is understood whole becomes an entry of `countersign.yaml`. */
export function readEntry(name: string, written: unknown, { path, trust, own }: ReadEntryOptions): ReadEntry {
  const { value: entry, why } = readVariables(written, path);
  const fields = z.record(z.string(), z.unknown()).safeParse(entry).data;
  if (!fields) return { why: "its entry is not an object" };
  if (isOff(entry)) return { why: "it is disabled in the client" };
  if (isCountersign(entry, own)) return { why: "it is already a Countersign server" };
  if (why !== undefined) return { why };
  const meant = withoutVariants(fields);
  if (meant === undefined) return { why: "it has several addresses" };
  const read = meant["command"] === undefined ? addressEntry.safeParse(meant) : commandEntry.safeParse(meant);
  if (!read.success) return { why: whyUnread(read.error) };
  return checked(name, "url" in read.data ? readAddress(read.data, trust) : readCommand(read.data, projectOf(path), trust));
}

/** The entry of a command that runs in a folder, given word by word. Nothing in the words is a reference. */
export function readWords(
  name: string,
  { command, args, env, folder }: { command: string; args: string[]; env: Record<string, string>; folder: string },
  { trust, own }: Pick<ReadEntryOptions, "trust" | "own">,
): ReadEntry {
  if (isCountersign({ command, args }, own)) return { why: "it is already a Countersign server" };
  return checked(name, readCommand({ command, args, env }, folder, trust));
}

/** The entry, unless the server would refuse it. */
function checked(name: string, found: ReadEntry): ReadEntry {
  const fault = "why" in found ? undefined : faultOf(name, found.upstream);
  return fault === undefined ? found : { why: fault };
}

/** The entry in one of the forms that clients write, without fields that say nothing. Undefined if it names two addresses. */
function withoutVariants(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const { serverUrl, httpUrl, transport, transportType, ...others } = fields;
  const addresses = new Set([others["url"], serverUrl, httpUrl].filter((url) => url !== undefined));
  if (addresses.size > 1) return undefined;
  const [url] = addresses;
  const type = others["type"] ?? transport ?? transportType;
  const said = Object.entries(others).filter(([key, value]) => !/^(_|\/\/)/.test(key) && !isNeutral(key, value));
  return { ...Object.fromEntries(said), ...(url !== undefined && { url }), ...(type !== undefined && { type }) };
}

/** Whether the field is as if it were not there, such as an empty list of tools that are left out. */
function isNeutral(key: string, value: unknown): boolean {
  if (key === "tools") return isDeepStrictEqual(value, ["*"]);
  return value === null || value === false || isDeepStrictEqual(value, []) || isDeepStrictEqual(value, {});
}

function whyUnread({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "unrecognized_keys") return `Countersign does not support its ${issue.keys.join(", ")}`;
  return `its ${issue?.path.join(".")} cannot be read: ${issue?.message}`;
}

type Command = Pick<z.output<typeof commandEntry>, "command" | "args" | "env" | "cwd">;

function readCommand({ command, args, env, cwd = "." }: Command, project: string, trust: string): ReadEntry {
  if (process.platform === "win32" && /^(npx|npm|pnpm|yarn|bunx)$|\.(cmd|bat)$/i.test(command))
    return { why: `${command} is a script that Windows can only start with a shell; use node and the program's path` };
  const folder = resolve(project, cwd);
  const upstream = {
    command: asLiteral(command),
    ...(args.length > 0 && { args: args.map(asLiteral) }),
    ...(hasAny(env) && { env: literals(env) }),
    cwd: asLiteral(folder),
    trust,
  };
  const names = Object.keys(env);
  const more = names.length === 0 ? "" : `, with ${names.join(", ")}`;
  return { upstream, shown: `${maskArguments([command, ...args])} in ${folder}${more}` };
}

function readAddress({ url, type, headers }: z.output<typeof addressEntry>, trust: string): ReadEntry {
  if (!URL.canParse(url)) return { why: "its url is not a valid address" };
  const { origin, hostname, pathname } = new URL(url);
  const isHere = isLoopback(hostname);
  const isSse = type === "sse" || (type === undefined && pathname.endsWith("/sse"));
  const upstream = {
    url: asLiteral(url),
    ...(isSse && { transport: "sse" }),
    ...(hasAny(headers) && { headers: literals(headers) }),
    // The client reaches it there already.
    ...(isHere && { allowPrivate: true }),
    trust,
  };
  const names = Object.keys(headers);
  const more =
    names.length > 0
      ? `, with ${names.join(", ")}`
      : isHere
        ? ""
        : "; if the client must sign in to the server, Countersign cannot use the server";
  return { upstream, shown: `${origin}${more}${isHere ? ", on this machine" : ""}` };
}

const literals = (record: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, text]) => [key, asLiteral(text)]));

const hasAny = (record: object): boolean => Object.keys(record).length > 0;

/** Why the server would refuse the entry; undefined if it would not. */
function faultOf(name: string, upstream: object): string | undefined {
  try {
    parseConfigFile(JSON.stringify({ upstreams: { [name]: upstream } }), "", {});
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const [, ...faults] = error.message.split("\n");
    return faults.map((line) => line.trim().replace(/^:\d+: upstreams\.[^:]*?\.?(?=[^.:]*:)/, "its ")).join("; ");
  }
}

/** The folder in which the client starts its commands: the project's, or the home folder if the settings are for all projects. */
function projectOf(path: string): string {
  const folder = dirname(resolve(path));
  if (basename(path) === ".mcp.json") return folder;
  if (basename(path) !== "mcp.json" || /[\\/]User([\\/]|$)/.test(folder)) return homedir();
  // Clients keep it in a folder of their own, such as .vscode, .cursor and .kiro/settings.
  const own = basename(folder) === "settings" ? dirname(folder) : folder;
  return basename(own).startsWith(".") ? dirname(own) : folder;
}
