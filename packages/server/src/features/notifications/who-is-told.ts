import type { NoticeKind } from "@countersign/protocol";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { approvedBefore, decidersOf, responsibleFor } from "./recipients.ts";

/** Events that ask for a decision, if the action waits. */
const ASKING: Readonly<Record<string, NoticeKind>> = {
  "action.proposed": "asked",
  "action.rebased": "asked",
  "action.reminded": "reminded",
  "action.escalated": "escalated",
};
/** Events that end the wait, however they do. */
const DECIDING: ReadonlySet<string> = new Set([
  "action.approved",
  "action.rejected",
  "action.refined",
  "action.cancelled",
  "action.withdrawn",
  "action.expired",
]);
const FAILING: ReadonlySet<string> = new Set(["action.failed", "action.outcome_unknown"]);
/** Events after which a message that asked shows something that is not so any more. */
export const UPDATING: ReadonlySet<string> = new Set([
  ...DECIDING,
  ...FAILING,
  "action.vote",
  "action.rebased",
  "action.previewed",
  "action.executed",
  "action.retried",
  "action.settled",
]);

/** Which people are told of an event, and why; undefined if none. `asked`: ids of those who were asked before. */
export function noticeToPeople(
  event: AuditRow,
  action: StoredAction,
  people: readonly NotifiedPerson[],
  asked: ReadonlySet<string>,
): { kind: NoticeKind; to: NotifiedPerson[] } | undefined {
  const asks = ASKING[event.kind];
  if (asks) return { kind: asks, to: decidersOf(action, people) };
  // An edit restarts the voting, so people who approved the former version are asked again.
  if (event.kind === "action.vote" && isEdit(event, action))
    return { kind: "asked", to: decidersOf(action, people).filter((person) => approvedBefore(action, person)) };
  // Who decided knows it.
  if (DECIDING.has(event.kind))
    return { kind: "decided", to: people.filter(({ id }) => asked.has(id) && id !== event.actorId) };
  if (FAILING.has(event.kind)) return { kind: "failed", to: responsibleFor(action, people) };
  return undefined;
}

/** Why a room is told of an event; undefined if it is not. `wasAsked`: about this action, before. */
export function noticeToRoom(event: AuditRow, action: StoredAction, wasAsked: boolean): NoticeKind | undefined {
  const asks = ASKING[event.kind];
  if (asks) return action.status === "pending" && !(asks === "asked" && wasAsked) ? asks : undefined;
  if (!wasAsked) return undefined;
  if (DECIDING.has(event.kind)) return "decided";
  return FAILING.has(event.kind) ? "failed" : undefined;
}

/** Whether this approval came with edits. */
function isEdit({ actorId, data }: AuditRow, { decisions }: StoredAction): boolean {
  const { digest } = JSON.parse(data) as { digest?: string };
  return decisions.some((one) => one.byId === actorId && one.digest === digest && one.userEdits !== null);
}
