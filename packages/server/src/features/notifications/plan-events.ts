import type { NoticeKind } from "@countersign/protocol";
import { newId } from "../../engine/new-id.ts";
import type { OpenedChannel } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { findTold, PlannedNotification } from "../../store/statements/notification-plans.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { approvedBefore, decidersOf, responsibleFor } from "./recipients.ts";

/** Events after which an action may wait for people. */
const ASKING = new Set(["action.proposed", "action.rebased"]);
/** Events that end the wait, however they do. */
const DECIDING = new Set([
  "action.approved",
  "action.rejected",
  "action.refined",
  "action.cancelled",
  "action.withdrawn",
  "action.expired",
]);
const FAILING = new Set(["action.failed", "action.outcome_unknown"]);

/** Kinds of notices that ask for a decision. */
export const isAsking = (kind: string): boolean => kind === "asked" || kind === "reminded" || kind === "escalated";

type Told = Awaited<ReturnType<typeof findTold>>[number];

export interface PlanFacts {
  connectionId: string;
  channel: Pick<OpenedChannel, "audience" | "policy">;
  people: readonly NotifiedPerson[];
  /** Current state of the actions, by id. */
  actions: ReadonlyMap<string, StoredAction>;
  /** What the channel planned of these actions before these events. */
  told: readonly Told[];
}

/** What a channel is to send of these events, oldest first. */
export function planEvents(events: readonly AuditRow[], facts: PlanFacts): PlannedNotification[] {
  return facts.channel.audience === "endpoint" ? planForEndpoint(events, facts) : planForPeople(events, facts);
}

const planForEndpoint = (events: readonly AuditRow[], { channel }: PlanFacts): PlannedNotification[] =>
  events
    .filter(({ kind, actionId }) => actionId !== null && channel.policy.events.includes(kind))
    .map((event) => ({ id: newId(), event, kind: event.kind, actionId: event.actionId, recipient: "", dueAt: event.at }));

function planForPeople(events: readonly AuditRow[], facts: PlanFacts): PlannedNotification[] {
  const planned: PlannedNotification[] = [];
  const asked = whoWasAsked(facts.told);
  for (const event of events) {
    const action = event.actionId === null ? undefined : facts.actions.get(event.actionId);
    const notice = action && noticeOf(event, action, facts, asked.get(action.id) ?? new Set());
    for (const person of notice?.to ?? []) {
      if (person.preference.muted.includes(facts.connectionId)) continue;
      const { kind } = notice!;
      if (isAsking(kind)) noteAsked(asked, action!.id, person.id);
      const row = { id: newId(), event, kind, actionId: action!.id, recipient: person.id };
      planned.push({ ...row, dueAt: dueAt(event, kind, person, facts) });
    }
  }
  return planned;
}

/** By action, the people who were asked. */
type Asked = Map<string, Set<string>>;

const noteAsked = (asked: Asked, actionId: string, userId: string): void =>
  void asked.set(actionId, (asked.get(actionId) ?? new Set()).add(userId));

function whoWasAsked(told: readonly Told[]): Asked {
  const asked: Asked = new Map();
  for (const { actionId, recipient, kind } of told)
    if (actionId !== null && isAsking(kind)) noteAsked(asked, actionId, recipient);
  return asked;
}

/** Whether this approval came with edits. */
function isEdit({ actorId, data }: AuditRow, { decisions }: StoredAction): boolean {
  const { digest } = JSON.parse(data) as { digest?: string };
  return decisions.some((one) => one.byId === actorId && one.digest === digest && one.userEdits !== null);
}

function noticeOf(
  event: AuditRow,
  action: StoredAction,
  { people }: PlanFacts,
  asked: ReadonlySet<string>,
): { kind: NoticeKind; to: NotifiedPerson[] } | undefined {
  if (ASKING.has(event.kind)) return { kind: "asked", to: decidersOf(action, people) };
  // An edit restarts the voting, so people who approved the former version are asked again.
  if (event.kind === "action.vote" && isEdit(event, action))
    return { kind: "asked", to: decidersOf(action, people).filter((person) => approvedBefore(action, person)) };
  if (event.kind === "action.reminded") return { kind: "reminded", to: decidersOf(action, people) };
  if (event.kind === "action.escalated") return { kind: "escalated", to: decidersOf(action, people) };
  // Who decided knows it.
  if (DECIDING.has(event.kind))
    return { kind: "decided", to: people.filter(({ id }) => asked.has(id) && id !== event.actorId) };
  if (FAILING.has(event.kind)) return { kind: "failed", to: responsibleFor(action, people) };
  return undefined;
}

function dueAt(event: AuditRow, kind: NoticeKind, { preference }: NotifiedPerson, { channel }: PlanFacts): Date {
  const minutes = kind === "asked" ? (preference.delayMinutes ?? channel.policy.delayMinutes) : 0;
  return new Date(event.at.getTime() + minutes * 60_000);
}
