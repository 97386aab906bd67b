import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS, type JsonObject } from "@countersign/protocol";
import type { ToolUpstream } from "../../../src/ports/catalog.ts";
import { createCommandSandbox } from "../../../src/tools/upstreams/command-sandbox.ts";
import { openUpstream } from "../../../src/tools/upstreams/open-upstream.ts";
import { createOrphanGuard } from "../../../src/tools/upstreams/orphan-guard.ts";
import type { SupervisedUpstream } from "../../../src/tools/upstreams/supervised-upstream.ts";
import type { UpstreamSpec, UpstreamTarget } from "../../../src/tools/upstreams/upstream-spec.ts";
import { never } from "../../support/never.ts";
import { until } from "../../support/until.ts";

const require = createRequire(import.meta.url);

/** Path of a published server's program. */
export const programOf = (name: "everything" | "filesystem" | "memory"): string =>
  join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), "dist/index.js");

export const ODD_SERVER = fileURLToPath(new URL("odd-server.mjs", import.meta.url));

export const tempFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "countersign-upstream-"));

export function specOf(target: UpstreamTarget, more: Partial<UpstreamSpec> = {}): UpstreamSpec {
  return {
    workspaceId: "wsp_test",
    name: "odd",
    origin: "file",
    target,
    shownTarget: "shown",
    headerNames: [],
    secrets: [],
    trust: "untrusted",
    prefix: "odd",
    era: "legacy",
    enabled: true,
    sharing: "per-agent",
    maxConnections: 16,
    allowQuestions: false,
    limits: DEFAULT_LIMITS,
    tools: {},
    ...more,
  };
}

export const runNode = (...args: string[]): UpstreamTarget => ({
  transport: "stdio",
  command: process.execPath,
  args,
  env: { PATH: process.env["PATH"] ?? "", SECRET_TOKEN: "sesame-open-123" },
});

export interface Opened {
  upstream: SupervisedUpstream;
  /** Every list of tools handed on, and its source. */
  lists: JsonObject[][];
  syncs: ToolUpstream[];
  notices: { method: string; params: JsonObject }[];
  logged: string[];
  stop(): Promise<void>;
}

/** Runs commands as on a machine that has no sandbox. */
export const UNCONFINED = createCommandSandbox(
  { status: "not-installed" },
  { dataFolder: "/nowhere", isOwn: () => true, folders: [], files: [] },
);

const opened: Opened[] = [];

/** Opens an upstream whose tools are all accepted. */
export function open(spec: UpstreamSpec, sandbox = UNCONFINED): Opened {
  const guard = createOrphanGuard();
  const lists: JsonObject[][] = [];
  const syncs: ToolUpstream[] = [];
  const notices: Opened["notices"] = [];
  const logged: string[] = [];
  const upstream = openUpstream({
    spec,
    host: { guard, sandbox },
    log: (level, message, details) => void logged.push(JSON.stringify({ level, message, ...details })),
    syncTools: async (sync, tools) => {
      syncs.push(sync);
      lists.push([...tools]);
      return { stored: tools.flatMap(({ name }) => (typeof name === "string" ? name : [])), withheld: [] };
    },
    onNotice: (_upstream, method, params) => void notices.push({ method, params }),
  });
  const stop = async (): Promise<void> => {
    await upstream.stop();
    guard.close();
  };
  const all = { upstream, lists, syncs, notices, logged, stop };
  opened.push(all);
  return all;
}

export const closeAll = async (): Promise<void> => void (await Promise.all(opened.splice(0).map(({ stop }) => stop())));

/** Opens an upstream and waits until it is online; throws after 100 s with its last status. */
export async function online(spec: UpstreamSpec, sandbox = UNCONFINED): Promise<Opened> {
  const all = open(spec, sandbox);
  await until(
    () => ({ status: all.upstream.status, problem: all.upstream.problem }),
    ({ status }) => status === "online",
  );
  return all;
}

export const call = (upstream: SupervisedUpstream, name: string, args: JsonObject = {}): Promise<JsonObject> =>
  upstream.request("tools/call", { name, arguments: args }, { signal: never });

/** The text of a tool's result. */
export const textOf = (result: JsonObject): string => (result["content"] as { text: string }[])[0]?.text ?? "";
