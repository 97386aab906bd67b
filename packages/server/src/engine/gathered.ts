import type { Database } from "../store/database.ts";
import { findProposeContext, type AskedCall, type ProposeContext } from "../store/statements/find-propose-context.ts";
import { finishExecutions, type ClaimKey, type Ending } from "../store/statements/finish-execution.ts";
import { insertActions, type NewAction } from "../store/statements/insert-actions.ts";
import { moveActions, type Move } from "../store/statements/move-action.ts";
import { findActions, type StoredAction } from "../store/statements/read-actions.ts";
import type { ActionRow, Actor } from "../store/statements/row.ts";
import { gather } from "./gather.ts";

/** The statements of the hot path, shared by calls that come together. Each means what its single form means. */
export interface Gathered {
  findContext(workspaceId: string, proposer: string, asked: AskedCall): Promise<ProposeContext>;
  /** False where the action's idempotency key is taken. */
  insert(workspaceId: string, by: Actor, action: NewAction): Promise<boolean>;
  find(workspaceId: string, id: string): Promise<StoredAction | undefined>;
  move(move: Move): Promise<ActionRow | undefined>;
  finish(claim: ClaimKey, by: Actor, ending: Ending): Promise<ActionRow | undefined>;
}

export function gatherStatements({ kysely }: Database): Gathered {
  const findContext = gather(
    (call: { workspaceId: string; proposer: string; asked: AskedCall }) => `${call.workspaceId} ${call.proposer}`,
    ([first, ...more]) =>
      findProposeContext(kysely, first.workspaceId, first.proposer, [first.asked, ...more.map(({ asked }) => asked)]),
  );
  const insert = gather(
    (call: { workspaceId: string; by: Actor; action: NewAction }) => `${call.workspaceId} ${call.by.id}`,
    async (calls) => {
      const [{ workspaceId, by }] = calls;
      const stored = new Set(
        (
          await insertActions(
            kysely,
            workspaceId,
            by,
            calls.map(({ action }) => action),
          )
        ).map(({ id }) => id),
      );
      return calls.map(({ action }) => stored.has(action.id));
    },
  );
  const find = gather(
    (call: { workspaceId: string; id: string }) => call.workspaceId,
    async (calls) => {
      const ids = [...new Set(calls.map(({ id }) => id))];
      const rows = new Map((await findActions(kysely, calls[0].workspaceId, ids)).map((row) => [row.id, row]));
      return calls.map(({ id }) => rows.get(id));
    },
  );
  const move = gather(
    (one: Move) => one.workspaceId,
    (moves) => moveActions(kysely, moves[0].workspaceId, moves),
  );
  const finish = gather(
    (one: { claim: ClaimKey; by: Actor; ending: Ending }) => `${one.claim.workspaceId} ${one.by.id}`,
    (endings) => finishExecutions(kysely, endings[0].claim.workspaceId, endings[0].by, endings),
  );
  return {
    findContext: (workspaceId, proposer, asked) => findContext({ workspaceId, proposer, asked }),
    insert: (workspaceId, by, action) => insert({ workspaceId, by, action }),
    find: (workspaceId, id) => find({ workspaceId, id }),
    move,
    finish: (claim, by, ending) => finish({ claim, by, ending }),
  };
}
