import { canonicalJson } from "../../packages/server/src/core/canonical-json.ts";
import { actionDigest, definitionHash } from "../../packages/server/src/core/digest.ts";
import type { Principal } from "../../packages/server/src/core/principal.ts";
import { createEngine } from "../../packages/server/src/engine/create-engine.ts";
import type { EngineSettings } from "../../packages/server/src/engine/deps.ts";
import { setFailpointHook } from "../../packages/server/src/engine/failpoint.ts";
import { createRegistry } from "../../packages/server/src/engine/registry.ts";
import type { Database } from "../../packages/server/src/store/database.ts";
import { createRecordTool, recordInput } from "./record-tool.ts";

/** An action with its workspace and the record that it writes. */
export interface Proposed {
  workspaceId: string;
  id: string;
  recordId: string;
  /** Digest that a reviewing person would send. */
  digest: string;
}

export interface BenchGate {
  propose(workspaceId: string, recordId: string): Promise<Proposed>;
  /** Approves an action and waits until some execution is recorded; with n callers, n actions are in progress. */
  approveToExecuted(action: Proposed): Promise<void>;
  approve(action: Proposed): Promise<boolean>;
  /** Milliseconds from calling `approve` to the start of the handler, for every action approved since the last call. */
  takeStartDelays(): number[];
  /** Number of handler runs by record. */
  runs: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Opens one engine in this process on a prepared store. */
export async function openGate(
  database: Database,
  workspaceIds: readonly string[],
  settings: Partial<EngineSettings> = {},
): Promise<BenchGate> {
  const approvedAt = new Map<string, number>();
  const runs = new Map<string, number>();
  let delays: number[] = [];
  const tool = createRecordTool((recordId) => {
    const at = approvedAt.get(recordId);
    if (at !== undefined) delays.push(performance.now() - at);
    runs.set(recordId, (runs.get(recordId) ?? 0) + 1);
  });
  const toolHash = definitionHash(tool.tools[0]!.definition);
  const finishes = countFinishes();
  const log = (_level: string, message: string, details: object = {}): void => console.error(message, details);
  const engine = createEngine({ database, registry: createRegistry([tool]), settings, log });
  for (const id of workspaceIds) await engine.declaredTools.registerServer(id);
  engine.start();

  async function approve({ workspaceId, id, recordId, digest }: Proposed): Promise<boolean> {
    approvedAt.set(recordId, performance.now());
    return (await engine.decisions.approve(personOf(workspaceId), id, { channel: "api", digest })).ok;
  }

  return {
    runs,
    approve,
    async propose(workspaceId, recordId) {
      const input = recordInput(recordId);
      const outcome = await engine.proposals.propose(agentOf(workspaceId), { toolName: "write_record", toolInput: input });
      if (!outcome.ok || outcome.value.pendingActionId === null) throw new Error(`not proposed: ${JSON.stringify(outcome)}`);
      // Computed here: reading the action would add to the statements counted for the proposal.
      const text = canonicalJson(input);
      const digest = actionDigest({
        workspaceId,
        toolName: "write_record",
        toolHash,
        input: text,
        target: null,
        snapshot: null,
      });
      return { workspaceId, id: outcome.value.pendingActionId, recordId, digest };
    },
    async approveToExecuted(action) {
      if (!(await approve(action))) throw new Error(`${action.id} could not be approved`);
      await finishes.takeOne();
    },
    takeStartDelays() {
      const taken = delays;
      delays = [];
      approvedAt.clear();
      return taken;
    },
    async close() {
      await engine.stop(5);
      finishes.stop();
    },
  };
}

/** Signals each recorded execution without querying the database, whose statements are counted. */
function countFinishes() {
  let unseen = 0;
  const waiting: (() => void)[] = [];
  setFailpointHook((name) => {
    if (name !== "finish.committed") return;
    const first = waiting.shift();
    if (first) first();
    else unseen += 1;
  });
  return {
    stop: () => setFailpointHook(undefined),
    takeOne(): Promise<void> {
      if (unseen === 0) return new Promise((resolve) => void waiting.push(resolve));
      unseen -= 1;
      return Promise.resolve();
    },
  };
}

export const agentOf = (workspaceId: string): Principal => ({
  kind: "agent",
  id: `agent_${workspaceId}`,
  name: "Agent",
  workspaceId,
  role: null,
  groups: ["default"],
});

export const personOf = (workspaceId: string): Principal => ({
  kind: "user",
  id: `person_${workspaceId}`,
  name: "Person",
  workspaceId,
  role: "approver",
  groups: [],
});
