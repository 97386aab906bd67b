import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@countersign/protocol";
import { createUpstreams } from "../../src/tools/upstreams/create-upstreams.ts";
import type { UpstreamSpec } from "../../src/tools/upstreams/upstream-spec.ts";
import { need, type Gate } from "../support/gate.ts";
import { specOf, UNCONFINED } from "../tools/upstreams/support.ts";
import { HOLD_SECONDS, openMcpServer } from "./support.ts";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { NO_KEY_FILE } from "../support/no-key-file.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

const PROGRAM = fileURLToPath(new URL("recording-server.mjs", import.meta.url));

/** Connects upstreams behind a gate, and waits until all are online. */
export async function serveUpstreams({ database, engine, registry, agent }: Gate, specs: readonly UpstreamSpec[]) {
  const running = createUpstreams({
    database,
    keys: createSecretKeys(["x".repeat(32)], NO_KEY_FILE),
    log: () => undefined,
    syncTools: engine.upstreamTools.sync,
    noteClientNeed: engine.gateway.noteClientNeed,
    sandbox: UNCONFINED,
    onChange: engine.events.onChange,
    configured: specs.map((spec) => ({ ...spec, workspaceId: agent.workspaceId })),
  });
  registry.provide(running.provider);
  await running.serve(agent.workspaceId);
  const statuses = () => running.upstreams.ofWorkspace(agent.workspaceId).map(({ status }) => status);
  await until(statuses, (all) => all.length === specs.length && all.every((status) => status === "online"));
  return running;
}

/** The server of `openMcpServer` with an upstream named `bank`, a real program that records the messages it receives. */
export async function openGateway({
  holdSeconds = HOLD_SECONDS,
  relayStreamAfterMs,
}: {
  holdSeconds?: number;
  relayStreamAfterMs?: number;
} = {}) {
  const record = join(await tempFolder("recording"), "received");
  await writeFile(record, "");
  const openUpstreams = (gate: Gate) =>
    serveUpstreams(gate, [
      specOf(
        { transport: "stdio", command: process.execPath, args: [PROGRAM, record], env: {} },
        { name: "bank", prefix: "bank", trust: "trusted" },
      ),
    ]);
  const server = await openMcpServer({ holdSeconds, relayStreamAfterMs, openUpstreams });
  const { engine, people } = server.gate;
  // At this tool's risk, answers at a client must be enabled by an administrator.
  need(await engine.tools.change(people.admin, "bank_transfer", { inClient: true, confirm: true }));

  return {
    ...server,
    get url() {
      return server.url;
    },

    /** Makes an agent's key; with `inClient`, answers at its client are enabled. */
    async makeAgent({ inClient = false } = {}): Promise<string> {
      const { id, key } = await server.makeKey(server.gate, "agent");
      if (inClient) need(await engine.agents.change(people.admin, id, { inClient, confirm: true }));
      return key;
    },

    /** Tool calls that reached the upstream. */
    async received(): Promise<JsonObject[]> {
      const lines = (await readFile(record, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as JsonObject).filter(({ method }) => method === "tools/call");
    },
    forget: () => writeFile(record, ""),

    status: async (id: string) => need(await engine.actions.get(people.viewer, id)).status,
  };
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;
