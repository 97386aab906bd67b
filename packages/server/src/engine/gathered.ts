import type { ActionStatus } from "@countersign/protocol";
import type { Database } from "../store/database.ts";
import { findProposeContext, type AskedCall, type ProposeContext } from "../store/statements/find-propose-context.ts";
import { finishExecutions, type Ended, type Finished } from "../store/statements/finish-execution.ts";
import { insertActions, type Proposal, type Stored } from "../store/statements/insert-actions.ts";
import { moveActions, type Move, type Moved } from "../store/statements/move-action.ts";
import { findEachAction, findStatuses, type StoredAction } from "../store/statements/read-actions.ts";
import { gather } from "./gather.ts";

/**
 * Batched statements of the hot path, shared by concurrent calls of any workspaces. Each means what its single form means: a
 * row is reached by its own workspace and id only.
 */
export interface Gathered {
  findContext(asked: AskedCall): Promise<ProposeContext>;
  /** Returns undefined if the action's idempotency key is taken. */
  insert(proposal: Proposal): Promise<Stored | undefined>;
  find(asked: { workspaceId: string; id: string }): Promise<StoredAction | undefined>;
  /** Read by waiting callers after each change in their workspace; hundreds may read at once. */
  findStatus(asked: { workspaceId: string; id: string }): Promise<ActionStatus | undefined>;
  move(move: Move): Promise<Moved | undefined>;
  finish(ended: Ended): Promise<Finished | undefined>;
}

export function gatherStatements(kysely: Database["kysely"]): Gathered {
  return {
    findContext: gather((asked) => findProposeContext(kysely, asked)),
    insert: gather(async (proposals) => {
      const stored = new Map((await insertActions(kysely, proposals)).map((one) => [keyOf(one), one]));
      return proposals.map(({ workspaceId, action: { id } }) => stored.get(keyOf({ workspaceId, id })));
    }, sizeOfProposal),
    find: gather((asked) => findEachAction(kysely, asked)),
    findStatus: gather((asked) => findStatuses(kysely, asked)),
    move: gather((moves) => moveActions(kysely, moves), sizeOfMove),
    finish: gather((endings) => finishExecutions(kysely, endings), sizeOfEnding),
  };
}

const keyOf = ({ workspaceId, id }: { workspaceId: string; id: string }): string => `${workspaceId} ${id}`;

const sizeOf = (...texts: (string | null | undefined)[]): number => texts.reduce((size, text) => size + (text?.length ?? 0), 0);

const sizeOfProposal = ({ action }: Proposal): number =>
  sizeOf(action.toolInput, action.preview, action.current, action.proposed);

const sizeOfMove = ({ edited, result }: Move): number =>
  sizeOf(edited?.effectiveInput, edited?.preview, edited?.current, edited?.proposed, result);

const sizeOfEnding = ({ ending }: Ended): number => (ending.outcome === "lost" ? 0 : (ending.result?.length ?? 0));
