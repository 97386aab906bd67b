import { writeSync } from "node:fs";
import type { ActionStatus } from "@countersign/protocol";
import { sql } from "kysely";
import type { Principal } from "../src/core/principal.ts";
import { createEngine, type RunningEngine } from "../src/engine/create-engine.ts";
import { setFailpointHook } from "../src/engine/failpoint.ts";
import { createRegistry } from "../src/engine/registry.ts";
import { verifyAudit } from "../src/engine/records/verify-audit.ts";
import { openDatabase } from "../src/store/open-database.ts";
import type { Life, Word } from "./cells.ts";
import { createCrashConnector } from "./crash-tool.ts";

/** Reports before the next step, synchronously: returns only once the pipe has the line. */
const say = (word: Word): void => void writeSync(1, `${JSON.stringify(word)}\n`);

const WORKSPACE = "ws_crash";
const agent: Principal = { kind: "agent", id: "agent", name: "agent", workspaceId: WORKSPACE, role: null, groups: ["default"] };
const person: Principal = { kind: "user", id: "person", name: "person", workspaceId: WORKSPACE, role: "approver", groups: [] };

const life = JSON.parse(process.argv[2] ?? "null") as Life;
const database = await openDatabase(life.database);
const registry = createRegistry([createCrashConnector(life.effect, life.sinkUrl)]);
const engine = createEngine({ database, registry, settings: { sweepSeconds: 0.1 } });
await engine.declaredTools.registerServer(WORKSPACE);
await live(engine);

async function live(gate: RunningEngine): Promise<void> {
  if (life.armed === "at start") armDeath();
  await endLeases();
  gate.start();
  const id = await propose(gate, "the one");
  await approve(gate, id);
  if (life.phase === "retry") await runAgain(gate, id);
  const status = await untilDone(gate, id);
  await gate.stop(5);
  const { attempts } = await read(gate, id);
  const stuck = await database.kysely
    .selectFrom("action")
    .select("id")
    .where("status", "in", ["approved", "executing"])
    .execute();
  const [report] = await verifyAudit(database, WORKSPACE);
  say({ said: "ended", id, status, attempts: attempts.length, stuck: stuck.length, faults: report?.faults.length ?? -1 });
  await database.close();
}

/** The life before is dead, so its leases need not run out. They are long, so that this life does not lose its own in a pause. */
async function endLeases(): Promise<void> {
  await sql`update action set lease_until = now() - interval '1 second' where status = 'executing'`.execute(database.kysely);
}

function armDeath(): void {
  const { dieAt } = life;
  if (dieAt === null) return;
  setFailpointHook((name) => {
    if (name !== dieAt) return;
    say({ said: "dying", at: name });
    process.kill(process.pid, "SIGKILL");
  });
}

/** Proposes under a fixed idempotency key: each life repeats the proposal, as a caller without an answer would. */
async function propose(gate: RunningEngine, key: string): Promise<string> {
  const outcome = await gate.proposals.propose(agent, {
    toolName: "act",
    toolInput: life.phase === "retry" ? { failFirst: true } : {},
    idempotencyKey: key,
  });
  if (!outcome.ok || outcome.value.pendingActionId === null) throw new Error(`not proposed: ${JSON.stringify(outcome)}`);
  say({ said: "proposed", key, id: outcome.value.pendingActionId });
  return outcome.value.pendingActionId;
}

async function approve(gate: RunningEngine, id: string): Promise<void> {
  const { status, digest } = await read(gate, id);
  if (status === "pending") {
    const decided = await gate.decisions.approve(person, id, { channel: "api", digest });
    if (!decided.ok) throw new Error(`not approved: ${decided.refusal.detail}`);
  }
  say({ said: "approved", id });
}

/** Proposes again as the agent and retries the failed action as a person. From here on the process may die. */
async function runAgain(gate: RunningEngine, id: string): Promise<void> {
  const status = await untilDone(gate, id);
  if (life.armed === "after failure") armDeath();
  await propose(gate, "the other");
  if (status !== "failed") return;
  const again = await gate.settlements.retry(person, id);
  if (!again.ok) throw new Error(`not run again: ${again.refusal.detail}`);
}

async function read(gate: RunningEngine, id: string) {
  const action = await gate.actions.get(person, id);
  if (!action.ok) throw new Error("an acknowledged action is gone");
  return action.value;
}

async function untilDone(gate: RunningEngine, id: string): Promise<ActionStatus> {
  for (;;) {
    const { status } = await read(gate, id);
    if (status !== "approved" && status !== "executing") return status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
