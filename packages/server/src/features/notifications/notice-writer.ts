import { isCommentKind } from "@countersign/protocol";
import type { Notice } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { NotificationRow } from "../../store/statements/notifications.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { buttonsFor } from "./buttons.ts";
import { inputsOf } from "./read-actions.ts";
import type { SendPass } from "./send-pass.ts";
import { showsFields, writeNotice } from "./write-notice.ts";

export interface NoticeWriter {
  /** Notices of one message, without those whose action is gone. Only a message about one action has arguments and buttons. */
  writeNotices(rows: readonly NotificationRow[]): Promise<Notice[]>;
  /** By id of their notification, notices that are a message each. */
  writeSingly(rows: readonly NotificationRow[]): Promise<ReadonlyMap<string, Notice>>;
}

interface WriterFacts {
  pass: SendPass;
  people: readonly NotifiedPerson[];
  actions: ReadonlyMap<string, NotifiedAction>;
  /** By sequence number. */
  events: ReadonlyMap<number, AuditRow>;
  /** Titles of tools by name. */
  titles: ReadonlyMap<string, string>;
  addressOf(path: string): string;
}

export function createNoticeWriter({ pass, people, actions, events, titles, addressOf }: WriterFacts): NoticeWriter {
  const { deps, receiver, channel } = pass;

  function write(row: NotificationRow, { hasButtons, input }: { hasButtons: boolean; input?: string }) {
    const action = actions.get(row.actionId ?? "");
    const event = events.get(row.eventSeq);
    if (!action || !event) return undefined;
    const title = titles.get(action.toolName) ?? action.toolName;
    const url = addressOf(`/actions/${encodeURIComponent(action.id)}`);
    const deciding = { receiver, people, policy: channel.policy, values: deps.buttons };
    // Only a message that asked for the decision takes it, see `hasAsked`.
    const buttons = hasButtons && !isCommentKind(row.kind) ? buttonsFor(action, deciding) : undefined;
    return writeNotice({ kind: row.kind, event, action, input, channel, title, url, mask: channel.mask, buttons });
  }

  async function writeSingly(rows: readonly NotificationRow[]): Promise<Map<string, Notice>> {
    const notices = new Map<string, Notice>();
    const add = (row: NotificationRow, shown: Parameters<typeof write>[1]): void => {
      const notice = write(row, shown);
      if (notice) notices.set(row.id, notice);
    };
    if (!showsFields(channel.policy)) {
      for (const row of rows) add(row, { hasButtons: true });
      return notices;
    }
    const ids = [...new Set(rows.flatMap(({ actionId }) => actionId ?? []))];
    for await (const { id, effectiveInput, digest } of inputsOf(deps.database.kysely, receiver.workspaceId, ids)) {
      // Buttons decide on the action as it was read, so they do not stand beside arguments that were edited since.
      const hasButtons = actions.get(id)?.digest === digest;
      for (const row of rows) if (row.actionId === id) add(row, { hasButtons, input: effectiveInput });
    }
    return notices;
  }

  return {
    writeNotices: async (rows) =>
      rows.length === 1
        ? [...(await writeSingly(rows)).values()]
        : rows.flatMap((row) => write(row, { hasButtons: false }) ?? []),
    writeSingly,
  };
}
