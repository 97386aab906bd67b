import type { DueReceiver } from "../../store/statements/notifications.ts";
import { listChannels } from "../../store/statements/notification-plans.ts";
import { findDueReceivers } from "../../store/statements/notifications.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { planChannel } from "./plan-channel.ts";
import { planSummaries } from "./plan-summaries.ts";
import { sendDue } from "./send-due.ts";

export interface Outbox {
  serve(workspaceId: string): void;
  leave(workspaceId: string): void;
  /** Something may be due now. */
  wake(): void;
  /** Aborts what is being sent; it is sent again by the next process. */
  stop(): Promise<void>;
}

/** Debounce: changes come in bursts. */
const SETTLE_MS = 100;
/** Polling interval; finds events and due messages for which this process received no notification. */
const POLL_MS = 5000;
/** Pause before a receiver is tried again of whose due notifications none could be claimed. */
const REST_MS = 2000;
/** Receivers that this process serves at once, so that some that do not answer delay no other. */
const RECEIVERS_AT_ONCE = 32;
/** Of one channel: a mail server that does not answer leaves room for the others. */
const RECEIVERS_OF_A_CHANNEL = 8;

/**
 * Plans and sends the notifications of all served workspaces. Any number of processes may: a channel's cursor is locked while
 * it is planned, and each notification is leased while it is sent.
 */
export function createOutbox(
  deps: NotificationsDeps,
  onChange: (workspaceId: string, callback: () => void) => () => void,
): Outbox {
  const served = new Map<string, () => void>();
  const sender = createSender(deps, () => [...served.keys()]);
  const planner = createPlanner(deps, sender.wake);

  const poll = setInterval(() => {
    for (const id of served.keys()) planner.noteChange(id);
  }, POLL_MS);

  return {
    serve(workspaceId) {
      served.set(
        workspaceId,
        onChange(workspaceId, () => planner.noteChange(workspaceId)),
      );
      planner.noteChange(workspaceId);
    },
    leave(workspaceId) {
      served.get(workspaceId)?.();
      served.delete(workspaceId);
      planner.forget(workspaceId);
    },
    wake: sender.wake,
    async stop() {
      clearInterval(poll);
      for (const letGo of served.values()) letGo();
      served.clear();
      await planner.stop();
      await sender.stop();
    },
  };
}

/** Plans workspaces that may have changed, a short time after they did, and then calls `onPlanned`. */
function createPlanner(deps: NotificationsDeps, onPlanned: () => void) {
  const changed = new Set<string>();
  let planning: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  const end = new AbortController();

  async function planChanged(): Promise<void> {
    while (changed.size > 0 && !end.signal.aborted) {
      const ids = [...changed];
      changed.clear();
      await planSummaries(deps, ids).catch((error: unknown) =>
        deps.log("warn", "daily summaries could not be planned", { error: String(error) }),
      );
      const channels = await listChannels(deps.database.kysely, ids, deps.channels.connectors);
      for (const row of channels) {
        if (row.plannedSeq !== null && row.plannedSeq >= row.headSeq) continue;
        const isLeft = await planChannel(deps, row, end.signal).catch((error: unknown) => {
          deps.log("warn", "a channel's notifications could not be planned", {
            connection: row.connectionId,
            error: String(error),
          });
          return false;
        });
        if (isLeft) changed.add(row.workspaceId);
      }
      onPlanned();
    }
  }

  function planSoon(): void {
    if (end.signal.aborted) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      planning ??= planChanged()
        .catch((error: unknown) => deps.log("warn", "notifications could not be planned", { error: String(error) }))
        .finally(() => {
          planning = undefined;
          if (changed.size > 0) planSoon();
        });
    }, SETTLE_MS);
  }

  return {
    noteChange(workspaceId: string): void {
      changed.add(workspaceId);
      planSoon();
    },
    forget: (workspaceId: string): void => void changed.delete(workspaceId),
    async stop(): Promise<void> {
      end.abort();
      clearTimeout(soon);
      await planning;
    },
  };
}

/** Sends what is due to many receivers at once, each by itself. */
function createSender(deps: NotificationsDeps, workspaceIds: () => readonly string[]) {
  const sending = new Map<string, Promise<void>>();
  /** Receivers being served, by channel. */
  const ofChannel = new Map<string, number>();
  /** Receivers that are left alone for a moment. */
  const resting = new Map<string, NodeJS.Timeout>();
  const end = new AbortController();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let later: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    while (lookAgain && !end.signal.aborted) {
      lookAgain = false;
      const ids = workspaceIds();
      if (ids.length === 0) return;
      const { receivers, nextInSeconds } = await findDueReceivers(deps.database.kysely, ids);
      for (const receiver of receivers) begin(receiver);
      clearTimeout(later);
      if (nextInSeconds !== null) later = setTimeout(wake, Math.min(nextInSeconds * 1000 + 50, POLL_MS));
    }
  }

  const count = ({ connectionId }: DueReceiver, by: number): void =>
    void ofChannel.set(connectionId, (ofChannel.get(connectionId) ?? 0) + by);
  function endRest(key: string): void {
    resting.delete(key);
    wake();
  }

  function begin(receiver: DueReceiver): void {
    const key = JSON.stringify(receiver);
    if (sending.has(key) || resting.has(key) || sending.size >= RECEIVERS_AT_ONCE || end.signal.aborted) return;
    if ((ofChannel.get(receiver.connectionId) ?? 0) >= RECEIVERS_OF_A_CHANNEL) return;
    count(receiver, 1);
    const run = sendDue(deps, receiver, end.signal)
      .catch((error: unknown) => {
        deps.log("warn", "notifications could not be sent", { connection: receiver.connectionId, error: String(error) });
        return false;
      })
      .then((didWork) => {
        sending.delete(key);
        count(receiver, -1);
        // Nothing could be claimed, or the database is unreachable: it would be the same again at once.
        if (!didWork && !end.signal.aborted)
          resting.set(
            key,
            setTimeout(() => endRest(key), REST_MS),
          );
        wake();
      });
    sending.set(key, run);
  }

  function wake(): void {
    if (end.signal.aborted) return;
    lookAgain = true;
    looking ??= look()
      .catch((error: unknown) => deps.log("warn", "due notifications could not be read", { error: String(error) }))
      .finally(() => {
        looking = undefined;
        if (lookAgain) wake();
      });
  }

  return {
    wake,
    async stop() {
      end.abort();
      clearTimeout(later);
      for (const rest of resting.values()) clearTimeout(rest);
      await looking;
      await Promise.all(sending.values());
    },
  };
}
