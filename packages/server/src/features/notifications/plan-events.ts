import { isAskingKind, type NoticeKind } from "@countersign/protocol";
import { appliedRules } from "../../core/routing.ts";
import { newId } from "../../engine/new-id.ts";
import type { ChannelKind } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { findTold, PlannedNotification } from "../../store/statements/notification-plans.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { delayOf, waitsForSummary, whyUnreached } from "./recipients.ts";
import { brokeGlass, noticeToPeople, noticeToRoom, UPDATING } from "./who-is-told.ts";

type Planned = Awaited<ReturnType<typeof findTold>>[number];

export interface PlanFacts {
  connectionId: string;
  channel: ChannelKind;
  people: readonly NotifiedPerson[];
  /** Current state of the actions, by id. */
  actions: ReadonlyMap<string, NotifiedAction>;
  /** What the channel planned of these actions before these events. */
  told: readonly Planned[];
}

/** Recipient of what an endpoint or a room is told. */
export const NO_PERSON = "";

/** What a channel is to send of these events, oldest first. */
export function planEvents(events: readonly AuditRow[], facts: PlanFacts): PlannedNotification[] {
  if (facts.channel.audience === "endpoint") return planForEndpoint(events, facts);
  const asked = whoWasAsked(facts.told);
  return events.flatMap((event) => {
    const action = event.actionId === null ? undefined : facts.actions.get(event.actionId);
    return action ? planForAction(event, action, facts, asked) : [];
  });
}

const planForEndpoint = (events: readonly AuditRow[], { channel }: PlanFacts): PlannedNotification[] =>
  events
    .filter(({ kind, actionId }) => actionId !== null && channel.policy.events.includes(kind))
    .map((event) => ({ ...rowOf(event, event.kind, NO_PERSON), dueAt: event.at }));

/** Notes in `asked` whom it asks. */
function planForAction(event: AuditRow, action: NotifiedAction, facts: PlanFacts, asked: Asked): PlannedNotification[] {
  const { channel } = facts;
  const before = [...(asked.get(action.id) ?? [])];
  if (before.length === 0 && !isChosen(action, channel.policy) && !brokeGlass(event)) return [];
  const updated = channel.updates && UPDATING.has(event.kind) ? before : [];
  const updates = updated.map((recipient) => ({ ...rowOf(event, "updated", recipient), dueAt: event.at }));
  const notice = channel.audience === "room" ? toRoom(event, action, before) : toPeople(event, action, facts, before);
  if (!notice) return updates;
  const isLoud = notice.kind === "glass_broken";
  const { connectionId } = facts;
  const receivers = notice.to.filter(
    ({ person }) =>
      !person ||
      (whyUnreached(person, channel, { connectionId, isLoud }) === undefined &&
        !waitsForSummary(notice.kind, person.preference, connectionId)),
  );
  if (isAskingKind(notice.kind)) for (const { id } of receivers) noteAsked(asked, action.id, id);
  const told = receivers.map((receiver) => ({
    ...rowOf(event, notice.kind, receiver.id),
    dueAt: dueAt(event, notice.kind, receiver, facts),
  }));
  return [...told, ...updates];
}

/** Whether the channel tells of actions like this one. */
export const isChosen = (action: NotifiedAction, { tools, routingRules }: ChannelKind["policy"]): boolean =>
  (tools.length === 0 || tools.includes(action.toolName)) &&
  (routingRules.length === 0 || appliedRules(action).some(({ name }) => routingRules.includes(name)));

interface Receiver {
  id: string;
  /** Undefined for a room. */
  person?: NotifiedPerson;
}

interface Told {
  kind: NoticeKind;
  to: Receiver[];
}

function toRoom(event: AuditRow, action: NotifiedAction, asked: readonly string[]): Told | undefined {
  const kind = noticeToRoom(event, action, asked.includes(NO_PERSON));
  return kind && { kind, to: [{ id: NO_PERSON }] };
}

function toPeople(event: AuditRow, action: NotifiedAction, { people }: PlanFacts, asked: readonly string[]): Told | undefined {
  const told = noticeToPeople(event, action, people, new Set(asked));
  return told && { kind: told.kind, to: told.to.map((person) => ({ id: person.id, person })) };
}

const rowOf = (event: AuditRow, kind: string, recipient: string) => ({
  id: newId(),
  event,
  kind,
  actionId: event.actionId,
  recipient,
});

function dueAt(event: AuditRow, kind: NoticeKind, { person }: Receiver, { channel, connectionId }: PlanFacts): Date {
  const own = person && delayOf(person.preference, connectionId);
  const minutes = kind === "asked" ? (own ?? channel.policy.delayMinutes) : 0;
  return new Date(event.at.getTime() + minutes * 60_000);
}

/** By action, the receivers who were asked. */
type Asked = Map<string, Set<string>>;

const noteAsked = (asked: Asked, actionId: string, recipient: string): void =>
  void asked.set(actionId, (asked.get(actionId) ?? new Set()).add(recipient));

function whoWasAsked(told: readonly Planned[]): Asked {
  const asked: Asked = new Map();
  // What was suppressed was never sent.
  for (const { actionId, recipient, kind, state } of told)
    if (actionId !== null && isAskingKind(kind) && state !== "suppressed") noteAsked(asked, actionId, recipient);
  return asked;
}
