import { isAskingKind, isCommentKind } from "@countersign/protocol";
import type { ChannelMessage } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import { findTold } from "../../store/statements/notification-plans.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import { findEventsOf, findToolTitles, type NotificationRow } from "../../store/statements/notifications.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { readFrame } from "./message-frame.ts";
import { createNoticeWriter, type NoticeWriter } from "./notice-writer.ts";
import { readRoutedActions } from "./read-actions.ts";
import type { SendPass } from "./send-pass.ts";

/** What messages about claimed notifications are written from, as it is now. */
export interface SendFacts extends NoticeWriter {
  message: Pick<ChannelMessage, "workspace" | "links">;
  actionOf(row: NotificationRow): NotifiedAction | undefined;
  /** Whether it is not known yet on whom the action's decision depends: then nothing may be told of it. */
  isLate(row: NotificationRow): boolean;
  /** The first message that told the receiver of the action, comments aside. */
  threadOf(actionId: string): ChannelMessage["thread"];
  /** Whether the receiver was asked about the action by a message that was sent, or may have been. */
  wasAsked(row: NotificationRow): boolean;
  /** Whether all those messages can be changed, as far as is known: the service refused no change for good. */
  canUpdate(row: NotificationRow): boolean;
}

const asksAbout = ({ actionId }: NotificationRow, one: { actionId: string | null; kind: string }): boolean =>
  one.actionId === actionId && isAskingKind(one.kind);

/** Reads the facts of all rows at once. `people`: members of the workspace, if the receiver is one of them. */
export async function readFacts(
  pass: SendPass,
  rows: readonly NotificationRow[],
  people: readonly NotifiedPerson[] = [],
): Promise<SendFacts> {
  const { deps, receiver, channel } = pass;
  const { kysely } = deps.database;
  const { workspaceId, recipient } = receiver;
  const ids = [...new Set(rows.flatMap(({ actionId }) => actionId ?? []))];
  const { addressOf, ...message } = await readFrame(pass);
  const events = new Map<number, AuditRow>(
    (
      await findEventsOf(
        kysely,
        workspaceId,
        rows.map(({ eventSeq }) => eventSeq),
      )
    ).map((event) => [event.seq, event]),
  );
  // Only which people are told depends on routing rules, and only while they are asked.
  const { actions, late } = await readRoutedActions(
    deps,
    kysely,
    workspaceId,
    ids,
    ({ status }) => status === "pending" && channel.audience === "people",
  );
  const titles = await findToolTitles(kysely, workspaceId, [...new Set([...actions.values()].map(({ toolName }) => toolName))]);
  const told = channel.audience === "endpoint" ? [] : await findTold(kysely, { ...receiver, recipient }, ids);
  // With a message, it was sent or may have been: a process can die before it records that.
  const perhapsSent = told.filter(({ messageId, state }) => messageId !== null && state !== "dead");
  /** Whether a change of the messages about the row's event or a later one ended so. */
  const changed = ({ actionId, eventSeq }: NotificationRow, state: NotificationRow["state"]): boolean =>
    told.some((one) => one.actionId === actionId && one.kind === "updated" && one.state === state && one.eventSeq >= eventSeq);
  const actionOf = ({ actionId }: NotificationRow) => (actionId === null ? undefined : actions.get(actionId));
  return {
    message,
    actionOf,
    isLate: ({ actionId }) => actionId !== null && late.has(actionId),
    ...createNoticeWriter({ pass, people, actions, events, titles, addressOf }),
    threadOf(actionId) {
      const { messageId: key, externalRef: ref = null } =
        perhapsSent.find((one) => one.actionId === actionId && !isCommentKind(one.kind)) ?? {};
      return key ? { key, ref } : undefined;
    },
    wasAsked: (row) => perhapsSent.some((one) => asksAbout(row, one)),
    canUpdate: (row) =>
      perhapsSent.every((one) => !asksAbout(row, one) || one.externalRef !== null) &&
      (changed(row, "sent") || !changed(row, "dead")),
  };
}
