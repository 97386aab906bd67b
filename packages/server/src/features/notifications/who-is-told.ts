import { BREAK_GLASS, type NoticeKind } from "@countersign/protocol";
import { isAble } from "../../core/approval-rule.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { approvedBefore, decidersOf, responsibleFor, wasApproved } from "./recipients.ts";

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
/** Whether what was approved did not succeed. A withdrawal may also end the wait of what nobody had approved. */
const isFailing = (kind: string, action: NotifiedAction): boolean =>
  FAILING.has(kind) || (kind === "action.withdrawn" && wasApproved(action));
/** Events after which a message that asked shows something that is not so any more. */
export const UPDATING: ReadonlySet<string> = new Set([
  ...DECIDING,
  ...FAILING,
  "action.vote",
  "action.assigned",
  "action.rebased",
  "action.previewed",
  "action.executed",
  "action.retried",
  "action.settled",
]);

/** Events of comments, of which nobody is told but the people for whom the comment is. */
export const COMMENTING: ReadonlySet<string> = new Set(["action.commented", "action.replied"]);

/** Which people are told of an event, and why; undefined if none. `asked`: ids of those who were asked before. */
export function noticeToPeople(
  event: AuditRow,
  action: NotifiedAction,
  people: readonly NotifiedPerson[],
  asked: ReadonlySet<string>,
): { kind: NoticeKind; to: NotifiedPerson[] } | undefined {
  if (brokeGlass(event)) {
    const others = people.filter((person) => person.id !== event.actorId && (isAble(person) || asked.has(person.id)));
    return { kind: "glass_broken", to: others };
  }
  const asks = ASKING[event.kind];
  if (asks) return { kind: asks, to: decidersOf(action, people) };
  if (event.kind === "action.assigned") return { kind: "assigned", to: toAssignee(event, action, people) };
  if (COMMENTING.has(event.kind)) return toAddressed(event, people);
  // An edit restarts the voting, so people who approved the former version are asked again, and it may make a routing rule apply
  // that names people who were not asked.
  if (event.kind === "action.vote" && isEdit(event, action)) {
    const isNew = (person: NotifiedPerson): boolean => approvedBefore(action, person) || !asked.has(person.id);
    return { kind: "asked", to: decidersOf(action, people).filter(isNew) };
  }
  if (event.kind === "action.previewed" && isOtherDigest(event))
    return { kind: "asked", to: decidersOf(action, people).filter((person) => approvedBefore(action, person)) };
  if (isFailing(event.kind, action)) return { kind: "failed", to: responsibleFor(action, people) };
  // Who decided knows it.
  if (DECIDING.has(event.kind))
    return { kind: "decided", to: people.filter(({ id }) => asked.has(id) && id !== event.actorId) };
  return undefined;
}

/** The assignee, if somebody else assigned them. Empty if they took the action on themselves, or it was given back. */
function toAssignee(event: AuditRow, action: NotifiedAction, people: readonly NotifiedPerson[]): NotifiedPerson[] {
  const { assignee } = JSON.parse(event.data) as { assignee: { id: string } | null };
  return decidersOf(action, people).filter(({ id }) => id === assignee?.id && id !== event.actorId);
}

/** The people whom a comment mentions, or who asked what an agent replies to; not its author. */
function toAddressed({ kind, actorId, data }: AuditRow, people: readonly NotifiedPerson[]): ReturnType<typeof noticeToPeople> {
  const { mentions = [], askedBy } = JSON.parse(data) as { mentions?: { id: string }[]; askedBy?: string };
  const ids = new Set(askedBy === undefined ? mentions.map(({ id }) => id) : [askedBy]);
  const to = people.filter(({ id }) => ids.has(id) && id !== actorId);
  return { kind: kind === "action.replied" ? "replied" : "mentioned", to };
}

/** Why a room is told of an event; undefined if it is not. `wasAsked`: about this action, before. */
export function noticeToRoom(event: AuditRow, action: NotifiedAction, wasAsked: boolean): NoticeKind | undefined {
  if (brokeGlass(event)) return "glass_broken";
  const asks = ASKING[event.kind];
  if (asks) return action.status === "pending" && !(asks === "asked" && wasAsked) ? asks : undefined;
  if (!wasAsked)
    return event.kind === "action.vote" && action.status === "pending" && isEdit(event, action) ? "asked" : undefined;
  if (isFailing(event.kind, action)) return "failed";
  return DECIDING.has(event.kind) ? "decided" : undefined;
}

/** Whether the event is an emergency approval, of which everybody who decides is told at once, whatever they and the channel set. */
export const brokeGlass = ({ kind, data }: AuditRow): boolean =>
  kind === "action.approved" && (JSON.parse(data) as { channel?: string }).channel === BREAK_GLASS;

/** Whether the target that came with the preview voided the approvals so far. */
const isOtherDigest = ({ data }: AuditRow): boolean => (JSON.parse(data) as { digestChanged?: boolean }).digestChanged === true;

/** Whether this approval came with edits. */
function isEdit({ actorId, data }: AuditRow, { decisions }: NotifiedAction): boolean {
  const { digest } = JSON.parse(data) as { digest?: string };
  return decisions.some((one) => one.byId === actorId && one.digest === digest && one.isEdit);
}
