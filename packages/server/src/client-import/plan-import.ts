import { basename, dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { upstreamName } from "@countersign/protocol";
import { z } from "zod";
import { isLoopback } from "../core/is-loopback.ts";
import { maskAddress, maskArguments } from "../core/mask-arguments.ts";

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
  /** Command or address, without what looks like a secret. */
  shown: string;
}

export interface PlanOptions {
  /** The client's settings file; what is relative in it is so to the folder of its project. */
  path: string;
  /** Entries of `countersign.yaml`. */
  present: Readonly<Record<string, unknown>>;
  trust: "trusted" | "untrusted";
  /** Address of Countersign's MCP endpoint, if it is known. */
  ownUrl: string | undefined;
  /** Command by which a client that only starts programs reaches it. */
  ownCommand: readonly string[];
}

const texts = z.record(z.string(), z.string());
const commandEntry = z.object({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().min(1).optional(),
});
const addressEntry = z.object({
  url: z.string().min(1),
  type: z.enum(["http", "streamable-http", "streamableHttp", "sse"]).default("http"),
  headers: texts.default({}),
});

/** Decides which servers go behind the gate. Nothing is written. */
export function planImport(servers: readonly [string, unknown][], options: PlanOptions): ImportPlan {
  const plan: ImportPlan = { gated: [], left: [], ownName: undefined };
  const taken = new Set(Object.keys(options.present));
  for (const [from, entry] of servers) {
    if (isOwn(entry, options)) {
      plan.ownName ??= from;
      continue;
    }
    const name = nameOf(from);
    const read = readEntry(entry, options);
    if ("why" in read) plan.left.push({ from, why: read.why });
    else if (taken.has(name)) plan.left.push({ from, why: `countersign.yaml has a server ${name} already` });
    else {
      taken.add(name);
      plan.gated.push({ from, name, ...read });
    }
  }
  return plan;
}

function readEntry(entry: unknown, { path, trust }: PlanOptions): Pick<GatedServer, "upstream" | "shown"> | { why: string } {
  const fields = z.record(z.string(), z.unknown()).safeParse(entry);
  if (!fields.success) return { why: "its entry is not an object" };
  if (isCountersign(entry)) return { why: "it is a Countersign" };
  if (fields.data["disabled"] === true) return { why: "it is disabled in the client" };
  if (fields.data["envFile"] !== undefined) return { why: "it reads variables from a file; name them under env instead" };
  const reference = findReference(entry);
  if (reference !== undefined) return { why: `it refers to ${reference}; write the value there instead` };
  const isCommand = fields.data["command"] !== undefined;
  const read = isCommand
    ? commandEntry.safeParse(entry)
    : addressEntry.safeParse({ url: fields.data["serverUrl"], ...fields.data });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { why: `its ${issue?.path.join(".") ?? "entry"} can not be read: ${issue?.message ?? "unknown"}` };
  }
  if ("url" in read.data) return toAddress(read.data, trust);
  const { command, args, env, cwd = "." } = read.data;
  const folder = resolve(projectOf(path), cwd);
  const upstream = { command, ...(args.length > 0 && { args }), ...(hasAny(env) && { env }), cwd: folder, trust };
  return { upstream, shown: maskArguments([command, ...args]) };
}

function toAddress({ url, type, headers }: z.output<typeof addressEntry>, trust: PlanOptions["trust"]) {
  if (!URL.canParse(url)) return { why: "its url is no address" };
  const upstream = {
    url,
    ...(type === "sse" && { transport: "sse" }),
    ...(hasAny(headers) && { headers }),
    // The client reaches it there already.
    ...(isLoopback(new URL(url).hostname) && { allowPrivate: true }),
    trust,
  };
  return { upstream, shown: maskAddress(url) };
}

const hasAny = (record: object): boolean => Object.keys(record).length > 0;

/** The folder in which the client starts its commands: that of the project, if the file is a project's. */
function projectOf(path: string): string {
  const folder = dirname(resolve(path));
  return basename(folder).startsWith(".") ? dirname(folder) : folder;
}

/** A name that `countersign.yaml` takes, as close as possible. */
function nameOf(from: string): string {
  const name = from
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40);
  return upstreamName.safeParse(name).success ? name : "server";
}

/** A variable that the client fills in, whose value is not in the file. */
function findReference(value: unknown): string | undefined {
  if (typeof value === "string") return /\$\{[^}]*\}|\{env:[^}]*\}/.exec(value)?.[0];
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findReference)
    .find((found) => found !== undefined);
}

/** Whether the client reaches this Countersign by the entry. */
function isOwn(entry: unknown, { ownUrl, ownCommand }: PlanOptions): boolean {
  const { url, command, args } = ownFields.safeParse(entry).data ?? {};
  if (url !== undefined) return url === ownUrl;
  return command !== undefined && isDeepStrictEqual([command, ...(args ?? [])], ownCommand);
}

/** Whether the client reaches some Countersign: one behind another would ask two people about each call. */
function isCountersign(entry: unknown): boolean {
  const { headers = {}, command, args = [] } = ownFields.safeParse(entry).data ?? {};
  const words = command === undefined ? [] : [command, ...args];
  const at = words.findIndex((word) => /^countersign(\.mjs)?$/.test(basename(word)));
  if (at >= 0 && words.slice(at + 1, at + 3).join(" ") === "mcp --stdio") return true;
  return Object.values(headers).some((value) => value.includes("csa_"));
}

const ownFields = z.object({
  url: z.string().optional(),
  headers: texts.optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
});
