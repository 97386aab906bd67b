import type {
  Notification,
  NotificationPreference,
  NotificationState,
  NotifiedDevice,
  OwnNotifications,
} from "@countersign/protocol";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Channels } from "../../ports/channel.ts";
import type { Database } from "../../store/database.ts";
import { listAccounts } from "../../store/statements/notification-accounts.ts";
import { listNotifiedPeople, turnChannelOff, storePreference } from "../../store/statements/notification-people.ts";
import { listChannels } from "../../store/statements/notification-plans.ts";
import { listNotifications, repeatNotification, type ListedNotification } from "../../store/statements/notifications.ts";
import { listDevices, type OwnDevice } from "../../store/statements/push-devices.ts";
import { isTimeZone } from "./quiet-hours.ts";
import { lastSummaryDay } from "./summary-day.ts";
import { recordOwnChange } from "./record-own-change.ts";
import type { UnsubscribedReceiver } from "./unsubscribe-token.ts";

export interface NotificationLog {
  /** The delivery log, newest first; for administrators. */
  list(
    by: Principal,
    asked: { states?: readonly NotificationState[]; cursor?: string; limit?: number },
  ): Promise<Result<{ items: Notification[]; nextCursor: string | null }>>;
  /** The newest hundred of one action, for whoever may read the action. */
  ofAction(by: Principal, actionId: string): Promise<Result<Notification[]>>;
  /** Sends a dead notification again. */
  repeat(by: Principal, id: string): Promise<Result<{ id: string }>>;
  ownPreference(by: Principal): Promise<Result<OwnNotifications>>;
  setPreference(by: Principal, preference: NotificationPreference): Promise<Result<OwnNotifications>>;
  unsubscribe(receiver: UnsubscribedReceiver): Promise<boolean>;
}

export interface NotificationLogDeps {
  database: Database;
  engine: Pick<Engine, "actions">;
  channels: Channels;
  /** Something may be due now. */
  wake(): void;
}

const PAGE = 50;
const OF_ACTION = 100;

export function createNotificationLog(deps: NotificationLogDeps): NotificationLog {
  const { database, engine, wake } = deps;
  const { kysely } = database;

  const log: NotificationLog = {
    async list(by, { states, cursor, limit = PAGE }) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can read the whole delivery log.");
      const rows = await listNotifications(kysely, by.workspaceId, {
        ...(states !== undefined && { states }),
        ...(cursor !== undefined && { beforeId: cursor }),
        limit: limit + 1,
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return ok({ items: items.map(toWire), nextCursor: rows.length > limit && last ? last.id : null });
    },

    async ofAction(by, actionId) {
      const action = await engine.actions.get(by, actionId);
      if (!action.ok) return action;
      return ok((await listNotifications(kysely, by.workspaceId, { actionId, limit: OF_ACTION })).map(toWire));
    },

    async repeat(by, id) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can resend a notification.");
      if (!(await repeatNotification(kysely, by.workspaceId, id)))
        return refuse("NOT_FOUND", "There is no such notification that could not be delivered.");
      wake();
      return ok({ id });
    },

    ownPreference: (by) => readOwn(deps, by),

    async setPreference(by, preference) {
      if (by.kind !== "user") return refuse("FORBIDDEN", "Only people have notification settings.");
      const { timeZone, dailyAt } = preference;
      if (timeZone !== null && !isTimeZone(timeZone)) {
        const errors = [{ path: "/timeZone", message: "must be an IANA name such as Europe/Berlin" }];
        return refuse("INVALID_INPUT", "There is no such time zone.", { errors });
      }
      const receiver = { workspaceId: by.workspaceId, userId: by.id };
      const stored = await kysely.transaction().execute(async (transaction) => {
        const [person] = await listNotifiedPeople(transaction, receiver.workspaceId, { userId: receiver.userId });
        const keepsDays = person?.preference.dailyAt === dailyAt && person.preference.timeZone === timeZone;
        const days = { summaryDay: lastSummaryDay(preference, new Date()), keepsDays };
        const isStored = await storePreference(transaction, receiver, preference, days);
        if (isStored) await recordOwnChange(transaction, by, preference);
        return isStored;
      });
      return stored ? readOwn(deps, by) : refuse("FORBIDDEN", "Only members of this workspace have notification settings.");
    },

    unsubscribe: ({ connectionId, ...receiver }) =>
      kysely.transaction().execute(async (transaction) => {
        const [person] = await listNotifiedPeople(transaction, receiver.workspaceId, { userId: receiver.userId });
        if (!person) return false;
        if (!(await turnChannelOff(transaction, receiver, connectionId))) return true;
        const by = { kind: "user" as const, id: person.id, name: person.name, workspaceId: receiver.workspaceId };
        await recordOwnChange(transaction, by, { turnedOffByLink: connectionId });
        return true;
      }),
  };
  return log;
}

async function readOwn({ database, channels }: NotificationLogDeps, by: Principal): Promise<Result<OwnNotifications>> {
  const [person] = by.kind === "user" ? await listNotifiedPeople(database.kysely, by.workspaceId, { userId: by.id }) : [];
  if (!person) return refuse("FORBIDDEN", "Only members of this workspace have notification settings.");
  const rows = await listChannels(database.kysely, [by.workspaceId], channels.connectors);
  const accounts = await listAccounts(database.kysely, { workspaceId: by.workspaceId, userId: person.id });
  const devices = await listDevices(database.kysely, { workspaceId: by.workspaceId, userId: person.id });
  const forPeople = rows.map(async ({ connectionId: id, name, connector, settings }) => {
    const { audience, reaches, policy } = channels.kindOf(connector, settings) ?? {};
    if (audience !== "people" || reaches === undefined || !policy) return [];
    const opened = reaches === "devices" ? await channels.open(by.workspaceId, id) : undefined;
    return {
      id,
      name,
      delayMinutes: policy.delayMinutes,
      reaches,
      account: accounts.get(id) ?? null,
      publicKey: (opened && "devices" in opened && opened.devices?.publicKey) || null,
      devices: devices.filter(({ connectionId }) => connectionId === id).map(toDevice),
    };
  });
  return ok({ preference: person.preference, channels: (await Promise.all(forPeople)).flat(), address: person.email });
}

const toDevice = ({ id, name, createdAt }: OwnDevice): NotifiedDevice => ({ id, name, createdAt: createdAt.toISOString() });

function toWire(row: ListedNotification): Notification {
  const { id, channel, connectionId, kind, actionId, recipient, recipientName, state, dueAt, attempts, reason } = row;
  return {
    id,
    channel,
    connectionId,
    kind,
    actionId,
    recipient: recipient === "" ? null : { userId: recipient, name: recipientName ?? recipient },
    state,
    dueAt: dueAt.toISOString(),
    attempts,
    reason,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
