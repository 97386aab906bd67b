import type { Kysely } from "kysely";
import type { JsonObject } from "@countersign/protocol";
import { isRouted } from "../../core/routing.ts";
import { routeInput } from "../../engine/decisions/routing.ts";
import type { Schema } from "../../store/schema.ts";
import {
  findInputs,
  findNotifiedActions,
  type ActionInputs,
  type NotifiedAction,
} from "../../store/statements/notified-actions.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

const MAX_EVALUATING_MS = 1000;
/** Actions whose answers a process remembers. */
const MAX_REMEMBERED = 10_000;
/** Inputs read at once: one may have a megabyte. */
const INPUTS_AT_ONCE = 5;

export interface RoutedActions {
  actions: ReadonlyMap<string, NotifiedAction>;
  /** Ids of the actions whose routing rules were not evaluated in time: nothing is known of whom they name. */
  late: ReadonlySet<string>;
}

/**
 * Answers of routing rules that this process found since they were stored, by action id. They hold for one digest, and for the risk
 * and groups that they name. Without them, a backlog of slow rules would begin anew with each pass.
 */
const remembered = new Map<string, { digest: string; routing: string | null }>();

function remember({ id, digest }: NotifiedAction, routing: string | null): void {
  remembered.delete(id);
  remembered.set(id, { digest, routing });
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

function recall(row: NotifiedAction): NotifiedAction {
  const known = remembered.get(row.id);
  const recalled = known?.digest === row.digest ? { ...row, routing: known.routing } : row;
  return isRouted(recalled) ? recalled : row;
}

/**
 * Reads actions. Of those that `depends` chooses, the routing rules are evaluated where the stored answers are stale: which people
 * and rooms are told depends on the rules that apply. They are evaluated in the order of `ids`, at least one, however long that
 * takes.
 */
export async function readRoutedActions(
  { checks }: Pick<NotificationsDeps, "checks">,
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
  depends: (action: NotifiedAction) => boolean,
): Promise<RoutedActions> {
  const actions = new Map((await findNotifiedActions(db, workspaceId, ids)).map((row) => [row.id, recall(row)]));
  const late = new Set(ids.filter((id) => isStale(actions.get(id), depends)));
  const end = performance.now() + MAX_EVALUATING_MS;
  let count = 0;
  for await (const inputs of inputsOf(db, workspaceId, [...late])) {
    if (count > 0 && performance.now() > end) break;
    count += 1;
    const row = actions.get(inputs.id);
    // Edited since it was read: the next pass reads it again.
    if (row?.digest !== inputs.digest) continue;
    const effective = JSON.parse(inputs.effectiveInput) as JsonObject;
    const routing = await routeInput(checks, { ...SYSTEM, workspaceId }, { ...row, toolInput: inputs.toolInput }, effective);
    if (!routing.ok) continue;
    remember(row, routing.value);
    actions.set(row.id, { ...row, routing: routing.value });
    late.delete(row.id);
  }
  return { actions, late };
}

const isStale = (row: NotifiedAction | undefined, depends: (action: NotifiedAction) => boolean): boolean =>
  row !== undefined && Boolean(row.tool && row.agent) && !isRouted(row) && depends(row);

/** Inputs of these actions in this order, of which only some are held at a time. */
export async function* inputsOf(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): AsyncGenerator<ActionInputs> {
  for (let n = 0; n < ids.length; n += INPUTS_AT_ONCE) {
    const found = new Map((await findInputs(db, workspaceId, ids.slice(n, n + INPUTS_AT_ONCE))).map((one) => [one.id, one]));
    yield* ids.slice(n, n + INPUTS_AT_ONCE).flatMap((id) => found.get(id) ?? []);
  }
}
