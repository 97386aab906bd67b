import type { Mentioned, PrincipalKind, Verdict } from "@countersign/protocol";
import type { ColumnType, Generated } from "kysely";
import type { Instant, MaybeInstant } from "./columns.ts";

/** See migration 0034. */
export interface AssignmentTable {
  workspaceId: string;
  actionId: string;
  userId: string | null;
  assignedAt: Generated<Date>;
}

/** See migration 0043. */
export interface ActionCommentTable {
  workspaceId: string;
  actionId: string;
  id: string;
  at: Instant;
  byKind: "user" | "agent";
  byId: string;
  byName: string;
  said: string;
  forAgent: boolean;
  /** Id of the question to which an agent replies; null for a person's comment. */
  replyTo: string | null;
  readAt: MaybeInstant;
  idempotencyKey: string | null;
  mentions: ColumnType<Mentioned[], string, never>;
}

export interface DecisionTable {
  workspaceId: string;
  id: string;
  actionId: string;
  verdict: Verdict;
  byKind: PrincipalKind;
  byId: string;
  byName: string;
  digest: string;
  userEdits: string | null;
  comment: string | null;
  channel: string;
  /** As reported by the surface; see migration 0004. */
  shownForMs: number | null;
  voteRound: Generated<number>;
  delegationId: string | null;
  /** User id of the delegator. */
  onBehalfOf: string | null;
  onBehalfName: string | null;
  /** True for an approval by the person for whom the agent acts; null otherwise. */
  selfConfirmed: true | null;
  at: Instant;
}
