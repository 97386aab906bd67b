import type { Database } from "../store/database.ts";
import { findProposeContext, type AskedCall, type ProposeContext } from "../store/statements/find-propose-context.ts";
import { finishExecutions, type Ended, type Finished } from "../store/statements/finish-execution.ts";
import { insertActions, type Proposal, type Stored } from "../store/statements/insert-actions.ts";
import { transitionActions, type Transition, type Transitioned } from "../store/statements/transition-action.ts";
import {
  findEachAction,
  findStatuses,
  type AskedAction,
  type StoredAction,
  type WaitedFor,
} from "../store/statements/read-actions.ts";
import { batchCalls } from "./proposals/batch-calls.ts";

/**
 * Batched statements of the hot path, shared by concurrent calls of any workspaces. Each has the effect of its single form: a
 * row is reached by its own workspace and id only.
 */
export interface BatchedStatements {
  findContext(asked: AskedCall): Promise<ProposeContext>;
  /** Returns undefined if the action's idempotency key is taken. */
  insert(proposal: Proposal): Promise<Stored | undefined>;
  find(asked: AskedAction): Promise<StoredAction | undefined>;
  /** Read by waiting callers after each change in their workspace; hundreds may read at once. */
  findStatus(asked: { workspaceId: string; id: string }): Promise<WaitedFor | undefined>;
  transition(move: Transition): Promise<Transitioned | undefined>;
  finish(ended: Ended): Promise<Finished | undefined>;
}

export function batchStatements(kysely: Database["kysely"]): BatchedStatements {
  return {
    findContext: batchCalls((asked) => findProposeContext(kysely, asked)),
    insert: batchCalls(async (proposals) => {
      const stored = new Map((await insertActions(kysely, proposals)).map((one) => [keyOf(one), one]));
      return proposals.map(({ workspaceId, action: { id } }) => stored.get(keyOf({ workspaceId, id })));
    }, sizeOfProposal),
    find: batchCalls((asked: readonly AskedAction[]) => findEachAction(kysely, asked)),
    findStatus: batchCalls((asked) => findStatuses(kysely, asked)),
    transition: batchCalls((moves) => transitionActions(kysely, moves), sizeOfTransition),
    finish: batchCalls((endings) => finishExecutions(kysely, endings), sizeOfEnding),
  };
}

const keyOf = ({ workspaceId, id }: { workspaceId: string; id: string }): string => `${workspaceId} ${id}`;

const sizeOf = (...texts: (string | null | undefined)[]): number => texts.reduce((size, text) => size + (text?.length ?? 0), 0);

const sizeOfProposal = ({ action }: Proposal): number =>
  sizeOf(action.toolInput, action.preview, action.current, action.proposed);

const sizeOfTransition = ({ edited, result }: Transition): number =>
  sizeOf(edited?.effectiveInput, edited?.preview, edited?.current, edited?.proposed, result);

const sizeOfEnding = ({ ending }: Ended): number => (ending.outcome === "lost" ? 0 : (ending.result?.length ?? 0));
