import { sql } from "kysely";
import type { JsonObject } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { ServerTools } from "../../src/ports/tool.ts";
import { createEngine, type RunningEngine } from "../../src/engine/create-engine.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import type { Database } from "../../src/store/database.ts";
import { openPg } from "../../src/store/pg/open-pg.ts";
import { openTestDatabase } from "../support/database.ts";
import { readServerUrl } from "../support/server-database.ts";
import { need, openGate, propose, type Gate } from "../support/gate.ts";

export interface Fleet {
  /** Holds the people and the keys; its own engine is not started. */
  gate: Gate;
  /** Servers on one database, each with connections of its own. */
  engines: RunningEngine[];
  /** Number of starts of the handler of `pay` or `hold`, by idempotency key. */
  starts: Map<string, number>;
  /** Warnings and errors of all engines; a correct race logs none. */
  complaints: string[];
  close(): Promise<void>;
}

const SIZE = 10;

/** Ten servers on one PostgreSQL database. */
export async function openFleet(): Promise<Fleet> {
  const database = await openTestDatabase("pg");
  const starts = new Map<string, number>();
  const complaints: string[] = [];
  const connectors = [countingConnector(starts)];
  const gate = await openGate("pg", { database, connectors, started: false });
  const url = await urlOf(database);
  const pools: Database[] = [];
  const engines: RunningEngine[] = [];
  for (let n = 0; n < SIZE; n += 1) {
    const pool = await openPg({ url, maxConnections: 5 });
    pools.push(pool);
    engines.push(
      createEngine({
        database: pool,
        registry: createRegistry(connectors),
        settings: { leaseSeconds: 3600, concurrency: 8 },
        executorName: `server ${n}`,
        log: (level, message, details) => void complaints.push(`${level} ${message} ${JSON.stringify(details)}`),
      }),
    );
  }
  return {
    gate,
    engines,
    starts,
    complaints,
    async close() {
      await Promise.all(engines.map((engine) => engine.stop(5)));
      await Promise.all(pools.map((pool) => pool.close()));
      await gate.close();
      await database.close();
    },
  };
}

function countingConnector(starts: Map<string, number>): ServerTools {
  const inputSchema = {
    type: "object",
    properties: { amount: { type: "integer" } },
    required: ["amount"],
    additionalProperties: false,
  };
  return {
    name: "counting",
    tools: [
      {
        definition: { name: "pay", description: "counts its starts", inputSchema },
        approval: "required",
        describe: async (input) => ({ preview: { title: `Pay ${JSON.stringify(input["amount"])}` } }),
        async execute(_input, { idempotencyKey }) {
          starts.set(idempotencyKey, (starts.get(idempotencyKey) ?? 0) + 1);
          return { ok: true };
        },
      },
    ],
  };
}

async function urlOf(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const url = new URL(readServerUrl());
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
}

/** Adds approvers to those of the gate. */
export async function addApprovers(gate: Gate, count: number): Promise<Principal[]> {
  const { workspaceId } = gate.agent;
  const people: Principal[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = `approver_${n}_${workspaceId}`;
    await sql`insert into person (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${id}, ${`${id}@example.test`}, true, now(), now())`.execute(gate.database.kysely);
    await gate.database.kysely.insertInto("member").values({ workspaceId, userId: id, role: "approver" }).execute();
    people.push({ kind: "user", id, name: `approver ${n}`, workspaceId, role: "approver", groups: [] });
  }
  return people;
}

/** Proposes `count` actions, a hundred at a time; returns their ids. */
export async function proposeCount(gate: Gate, toolName: string, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, (_, n) => ({ toolName, toolInput: { amount: n } as JsonObject }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 100) {
    const batch = need(await gate.engine.proposals.proposeMany(gate.agent, { items: items.slice(from, from + 100) }));
    ids.push(...batch.items.map((item) => item.pendingActionId ?? ""));
  }
  return ids;
}

/** Digests for approvals, by action id; read before a race, so that each side of it is a single call. */
export async function readDigests(gate: Gate, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await gate.database.kysely
    .selectFrom("action")
    .select(["id", "digest"])
    .where("workspaceId", "=", gate.agent.workspaceId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** Proposes a call; returns the action and the digest for its approval. */
export async function proposeShown(
  gate: Gate,
  toolName: string,
  toolInput: JsonObject,
): Promise<{ id: string; digest: string }> {
  const id = await propose(gate, toolName, toolInput);
  const digests = await readDigests(gate, [id]);
  return { id, digest: digests.get(id)! };
}

/** Approves the actions, an equal share by each server. */
export async function approveAll(fleet: Fleet, ids: readonly string[]): Promise<void> {
  const { engines, gate } = fleet;
  const digests = await readDigests(gate, ids);
  await Promise.all(
    engines.map(async (engine, n) => {
      const items = ids
        .filter((_, at) => at % engines.length === n)
        .map((pendingActionId) => ({ pendingActionId, verdict: "approve" as const, digest: digests.get(pendingActionId)! }));
      const result = need(await engine.decisions.decideMany(gate.people.approver, items, "api"));
      if (result.approved !== items.length) throw new Error(`approved ${result.approved} of ${items.length}`);
    }),
  );
}
