import { randomUUID } from "node:crypto";
import type { Json, JsonObject, Outcome } from "@countersign/protocol";
import { sql } from "kysely";
import { sha256Hex } from "../../src/core/digest.ts";
import type { Principal } from "../../src/core/principal.ts";
import type { Result } from "../../src/core/refusal.ts";
import type { ServerTools, ServerTool } from "../../src/ports/tool.ts";
import { createEngine, type RunningEngine } from "../../src/engine/create-engine.ts";
import type { EngineSettings } from "../../src/engine/deps.ts";
import type { Log } from "../../src/ports/log.ts";
import { createRegistry, type Registry } from "../../src/engine/registry.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase, type WantedDatabase } from "./database.ts";
import { until } from "./until.ts";

export interface Gate {
  database: Database;
  /** Approves as a page does: with the digest of the current version, unless the test gives one. */
  engine: RunningEngine;
  /** The engine without added digests. */
  bareEngine: RunningEngine;
  registry: Registry;
  people: Record<"admin" | "approver" | "other" | "viewer", Principal>;
  agent: Principal;
  worker: Principal;
  /** Input of each execution by `recordingConnector`, in order. */
  ran: { toolName: string; input: JsonObject; key: string }[];
  /** The only target of the tool `set_value`, changed by its handler or by a test. */
  target: { value: Json };
  close(): Promise<void>;
}

const schema = (properties: JsonObject, required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Tools that record the inputs of their handlers: `pay` (unsafe), `set_value` (has a target), `peek` (reads), `fail`. */
function recordingConnector(ran: Gate["ran"], target: Gate["target"]): ServerTools {
  const tool = (
    name: string,
    rest: Partial<Omit<ServerTool, "definition">> & { definition?: Partial<ServerTool["definition"]> },
  ): ServerTool => ({
    approval: "required",
    describe: async (input) => ({ preview: { title: `${name} ${JSON.stringify(input)}` } }),
    execute: async (input, { idempotencyKey }) => {
      ran.push({ toolName: name, input, key: idempotencyKey });
      return { ok: true };
    },
    ...rest,
    definition: {
      name,
      description: `test tool ${name}`,
      inputSchema: schema({ amount: { type: "integer", maximum: 1000 }, to: { type: "string" }, note: {} }, ["amount"]),
      risk: 2,
      protectedKeys: ["to"],
      ...rest.definition,
    },
  });
  const snapshot = (): string => sha256Hex(JSON.stringify(target.value));
  return {
    name: "recording",
    tools: [
      tool("pay", {}),
      tool("set_value", {
        definition: { inputSchema: schema({ value: {} }, ["value"]), effect: "idempotent" },
        describe: async (input) => ({
          preview: { title: "Set the value" },
          target: "value:one",
          snapshot: snapshot(),
          current: { value: target.value },
          proposed: { value: input["value"] ?? null },
        }),
        execute: async (input, { idempotencyKey }) => {
          ran.push({ toolName: "set_value", input, key: idempotencyKey });
          target.value = input["value"] ?? null;
          return { value: target.value };
        },
      }),
      tool("peek", {
        approval: "never",
        definition: { inputSchema: schema({}, []), risk: 0 },
        execute: async () => ({ value: target.value }),
      }),
      tool("fail", {
        execute: async () => {
          throw new Error("the other side said no \u0000");
        },
      }),
      tool("unclear", {
        describe: async () => {
          throw new TypeError("preview is broken");
        },
      }),
    ],
  };
}

export interface GateOptions {
  settings?: Partial<EngineSettings>;
  /** True by default; otherwise nothing runs until the test starts the engine. */
  started?: boolean;
  /** Enables rejection memory, as every new tool has it; off by default, because other tests repeat rejected calls. */
  noSticks?: boolean;
  connectors?: ServerTools[];
  database?: Database;
  log?: Log;
}

/** A workspace with people, an agent, a worker and recording tools, on a real database. */
export async function openGate(kind: WantedDatabase, options: GateOptions = {}): Promise<Gate> {
  const database = options.database ?? (await openTestDatabase(kind));
  const workspaceId = `ws_${randomUUID()}`;
  const { kysely } = database;
  const afterReject = options.noSticks ? "pause" : "ask";
  await sql`alter table tool alter column after_reject set default ${sql.lit(afterReject)}`.execute(kysely);
  await kysely.insertInto("workspace").values({ id: workspaceId, name: "Test" }).execute();
  await kysely
    .insertInto("auditHead")
    .values({ workspaceId } as never)
    .execute();
  const people = {} as Gate["people"];
  for (const [name, role] of [
    ["admin", "admin"],
    ["approver", "approver"],
    ["other", "approver"],
    ["viewer", "viewer"],
  ] as const) {
    const id = `${name}_${workspaceId}`;
    await sql`insert into person (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${name}, ${`${id}@example.test`}, true, now(), now())`.execute(kysely);
    await kysely.insertInto("member").values({ workspaceId, userId: id, role }).execute();
    people[name] = { kind: "user", id, name, workspaceId, role, groups: [] };
  }
  const key = async (keyKind: "agent" | "worker"): Promise<Principal> => {
    const id = `${keyKind}_${workspaceId}`;
    const groups = keyKind === "agent" ? ["default"] : [];
    await kysely
      .insertInto("apiKey")
      .values({
        workspaceId,
        id,
        kind: keyKind,
        name: keyKind,
        tokenHash: sha256Hex(id),
        prefix: "",
        groups,
        role: null,
        userId: null,
      })
      .execute();
    return { kind: keyKind, id, name: keyKind, workspaceId, role: null, groups };
  };
  const ran: Gate["ran"] = [];
  const target: Gate["target"] = { value: "first" };
  const registry = createRegistry(options.connectors ?? [recordingConnector(ran, target)]);
  // A check that a busy machine starves is not killed, and no lease ends meanwhile; tests of these say how soon.
  const settings = { checkMilliseconds: 600_000, leaseSeconds: 3600, ...options.settings };
  const engine = createEngine({ database, registry, settings, ...(options.log && { log: options.log }) });
  await engine.declaredTools.registerServer(workspaceId);
  if (options.started ?? true) engine.start();
  return {
    database,
    engine: sendingDigests(engine),
    bareEngine: engine,
    registry,
    people,
    agent: await key("agent"),
    worker: await key("worker"),
    ran,
    target,
    async close() {
      await engine.stop(1);
      if (!options.database) await database.close();
    },
  };
}

/** Reads an action's digest before approving. An action that cannot be read is sent with a digest of zeros. */
function sendingDigests(engine: RunningEngine): RunningEngine {
  const digestOf = async (by: Principal, id: string): Promise<string> => {
    const found = await engine.actions.get({ ...by, kind: "user", role: by.role ?? "viewer" }, id);
    return found.ok ? found.value.digest : "0".repeat(64);
  };
  return {
    ...engine,
    decisions: {
      ...engine.decisions,
      approve: async (by, id, request) => engine.decisions.approve(by, id, { digest: await digestOf(by, id), ...request }),
      decideMany: async (by, items, channel, batchId) =>
        engine.decisions.decideMany(
          by,
          await Promise.all(
            items.map(async (item) =>
              item.verdict === "approve" ? { digest: await digestOf(by, item.pendingActionId), ...item } : item,
            ),
          ),
          channel,
          batchId,
        ),
    },
  };
}

/** Returns the value of a successful result; throws a refusal. */
export function need<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`refused: ${result.refusal.code} ${result.refusal.detail} ${JSON.stringify(result.refusal.errors ?? "")}`);
  return result.value;
}

/** The refusal's code, or `ok`. */
export const codeOf = (result: Result<unknown>): string => (result.ok ? "ok" : result.refusal.code);

export async function propose(gate: Gate, toolName: string, toolInput: JsonObject, more: object = {}): Promise<string> {
  const outcome: Outcome = need(await gate.engine.proposals.propose(gate.agent, { toolName, toolInput, ...more }));
  if (outcome.pendingActionId === null) throw new Error("nothing was stored");
  return outcome.pendingActionId;
}

/** Waits until the action has one of these statuses; returns it. */
export const untilStatus = (gate: Gate, id: string, ...statuses: string[]) =>
  until(
    async () => need(await gate.engine.actions.get(gate.people.admin, id)),
    ({ status }) => statuses.includes(status),
  );
