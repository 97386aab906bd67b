import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { upstreamName } from "@countersign/protocol";
import { z } from "zod";
import { ConfigFault } from "../config.ts";
import { parseConfigFile } from "../config-file.ts";
import { isLoopback } from "../core/is-loopback.ts";
import { maskArguments } from "../core/mask-arguments.ts";
import { isCountersign, isOwn, type OwnAddress } from "./own-entry.ts";

/** What becomes of the servers of a client's settings. */
export interface ImportPlan {
  gated: GatedServer[];
  /** Servers that stay with the client, and why. */
  left: { from: string; why: string }[];
  /** Name under which the client reaches this Countersign already; undefined if it does not. */
  ownName: string | undefined;
}

export interface GatedServer {
  /** Name in the client's settings. */
  from: string;
  /** Name in `countersign.yaml`. */
  name: string;
  /** Entry of `countersign.yaml`. */
  upstream: Record<string, unknown>;
  /** `countersign.yaml` has it already; only the client has to let go of it. */
  isPresent: boolean;
  /** What it runs or reaches, and with what, without values that may be secrets. */
  shown: string;
}

export interface PlanOptions {
  /** The client's settings file; what is relative in it is so to the folder of its project. */
  path: string;
  /** Entries of `countersign.yaml`. */
  present: Readonly<Record<string, unknown>>;
  trust: "trusted" | "untrusted";
  own: OwnAddress;
}

const texts = z.record(z.string(), z.string());
/** Fields that only concern the client: how it shows the server, and what it asks its own user about. */
const ofClient = {
  type: z.string().optional(),
  enabled: z.literal(true).optional(),
  disabled: z.literal(false).optional(),
  ...Object.fromEntries(
    ["timeout", "alwaysAllow", "autoApprove", "description", "name", "icon", "gallery", "version"].map((key) => [
      key,
      z.unknown().optional(),
    ]),
  ),
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

/** Decides which servers go behind the gate. Nothing is written. */
export function planImport(servers: readonly [string, unknown][], options: PlanOptions): ImportPlan {
  const plan: ImportPlan = { gated: [], left: [], ownName: undefined };
  const taken = new Set(Object.keys(options.present));
  for (const [from, entry] of servers) {
    if (isOwn(entry, options.own)) {
      plan.ownName ??= from;
      continue;
    }
    const name = nameOf(from);
    const read = readEntry(name, entry, options);
    if ("why" in read) {
      plan.left.push({ from, why: read.why });
      continue;
    }
    const isPresent = isSameServer(options.present[name], read.upstream);
    if (taken.has(name) && (!isPresent || plan.gated.some((one) => one.name === name))) {
      plan.left.push({ from, why: `countersign.yaml has another server ${name}; give this one another name` });
      continue;
    }
    taken.add(name);
    plan.gated.push({ from, name, isPresent, ...read });
  }
  return plan;
}

type Read = Pick<GatedServer, "upstream" | "shown"> | { why: string };

function readEntry(name: string, entry: unknown, { path, trust }: PlanOptions): Read {
  const fields = z.record(z.string(), z.unknown()).safeParse(entry).data;
  if (!fields) return { why: "its entry is not an object" };
  if (isCountersign(entry)) return { why: "it is a Countersign" };
  if (fields["disabled"] === true || fields["enabled"] === false) return { why: "it is disabled in the client" };
  const reference = findReference(entry);
  if (reference !== undefined) return { why: `it refers to ${reference}, whose value is not in the file` };
  const { serverUrl: url, ...others } = fields;
  const read =
    fields["command"] === undefined
      ? addressEntry.safeParse({ ...(url !== undefined && { url }), ...others })
      : commandEntry.safeParse(fields);
  if (!read.success) return { why: whyUnread(read.error) };
  const found = "url" in read.data ? readAddress(read.data, trust) : readCommand(read.data, path, trust);
  const fault = "why" in found ? undefined : faultOf(name, found.upstream);
  return fault === undefined ? found : { why: fault };
}

function whyUnread({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "unrecognized_keys") return `Countersign does not know its ${issue.keys.join(", ")}`;
  return `its ${issue?.path.join(".")} can not be read: ${issue?.message}`;
}

function readCommand({ command, args, env, cwd = "." }: z.output<typeof commandEntry>, path: string, trust: string): Read {
  if (process.platform === "win32" && /^(npx|npm|pnpm|yarn|bunx)$|\.(cmd|bat)$/i.test(command))
    return { why: `${command} is a script, which Windows starts by a shell only; name node and the program's path` };
  const folder = resolve(projectOf(path), cwd);
  const upstream = { command, ...(args.length > 0 && { args }), ...(hasAny(env) && { env }), cwd: folder, trust };
  const names = Object.keys(env);
  const more = names.length === 0 ? "" : `, with ${names.join(", ")}`;
  return { upstream, shown: `${maskArguments([command, ...args])} in ${folder}${more}` };
}

function readAddress({ url, type, headers }: z.output<typeof addressEntry>, trust: string): Read {
  if (!URL.canParse(url)) return { why: "its url is no address" };
  const { origin, hostname, pathname } = new URL(url);
  const isHere = isLoopback(hostname);
  const isSse = type === "sse" || (type === undefined && pathname.endsWith("/sse"));
  const upstream = {
    url,
    ...(isSse && { transport: "sse" }),
    ...(hasAny(headers) && { headers }),
    // The client reaches it there already.
    ...(isHere && { allowPrivate: true }),
    trust,
  };
  const names = Object.keys(headers);
  const more =
    names.length > 0 ? `, with ${names.join(", ")}` : isHere ? "" : "; if the client signs in to it, the gate can not";
  return { upstream, shown: `${origin}${more}${isHere ? ", on this machine" : ""}` };
}

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

function isSameServer(present: unknown, upstream: Record<string, unknown>): boolean {
  const fields = z.record(z.string(), z.unknown()).safeParse(present).data;
  return fields !== undefined && isDeepStrictEqual({ ...fields, trust: null }, { ...upstream, trust: null });
}

const hasAny = (record: object): boolean => Object.keys(record).length > 0;

const PROJECT_FILES = new Set(["mcp.json", ".mcp.json"]);
/** Folders in which clients keep their settings of a project. */
const CLIENT_FOLDERS = new Set([".vscode", ".cursor", ".roo", ".kiro", ".claude"]);

/** The folder in which the client starts its commands: that of the project, or the user's own for settings of all projects. */
function projectOf(path: string): string {
  if (!PROJECT_FILES.has(basename(path))) return homedir();
  const folder = dirname(resolve(path));
  return CLIENT_FOLDERS.has(basename(folder)) ? dirname(folder) : folder;
}

/** A name that `countersign.yaml` takes, as close as possible. */
function nameOf(from: string): string {
  const name = from
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40);
  return upstreamName.safeParse(name).success ? name : "server";
}

/** A variable that the client fills in, without its default. */
function findReference(value: unknown): string | undefined {
  if (typeof value === "string") {
    const found = /\$\{([^}:]*(?::[A-Za-z_][^}]*)?)[^}]*\}|\{env:[^}]*\}/.exec(value);
    return found?.[1] === undefined ? found?.[0] : `\${${found[1]}}`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findReference)
    .find((found) => found !== undefined);
}
