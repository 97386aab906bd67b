import { actionDigest } from "../../src/core/digest.ts";
import { repeatHash } from "../../src/engine/proposals/repeat-hash.ts";
import type { Proposal } from "../../src/store/statements/insert-actions.ts";
import type { Gate } from "../support/gate.ts";

const INPUT = { amount: 1 };
const TOOL_INPUT = JSON.stringify(INPUT);

/** Hash of the definition of `pay`, which is the same in each workspace. */
export async function readPaymentHash({ database }: Gate): Promise<string> {
  const tool = await database.kysely
    .selectFrom("tool")
    .select("definitionHash")
    .where("name", "=", "pay")
    .executeTakeFirstOrThrow();
  return tool.definitionHash;
}

export const digestOfPayment = ({ agent: { workspaceId } }: Gate, toolHash: string): string =>
  actionDigest({ workspaceId, toolName: "pay", toolHash, input: TOOL_INPUT, target: null, snapshot: null });

/** A pending call of `pay`, as the engine passes it to the statement that stores it. */
export const paymentOf = (gate: Gate, toolHash: string, action: Partial<Proposal["action"]> & { id: string }): Proposal => ({
  workspaceId: gate.agent.workspaceId,
  by: gate.agent,
  action: {
    toolName: "pay",
    toolHash,
    source: "server",
    effect: "unsafe",
    risk: 3,
    ratedRisk: 3,
    vetted: true,
    previewWanted: false,
    routing: null,
    toolInput: TOOL_INPUT,
    repeatHash: repeatHash(INPUT),
    preview: "{}",
    target: null,
    snapshot: null,
    current: null,
    proposed: null,
    digest: digestOfPayment(gate, toolHash),
    caption: null,
    status: "pending",
    missionId: null,
    sessionId: null,
    batchId: "b",
    idempotencyKey: null,
    requestHash: "h",
    supersedes: null,
    lifetimeSeconds: null,
    maxLifetimeSeconds: null,
    policyEpoch: 0,
    ...action,
  },
});
