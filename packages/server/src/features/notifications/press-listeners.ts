import type { Channels, Press, PressListener } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { Database } from "../../store/database.ts";
import { listChannels, type ChannelRow } from "../../store/statements/notification-plans.ts";

/** Connections over which services report presses, kept in line with the stored channels of the served workspaces. */
export interface PressListeners {
  /** Looks at the stored channels now. */
  follow(): Promise<void>;
  stop(): Promise<void>;
}

export interface PressListenersDeps {
  database: Database;
  channels: Channels;
  log: Log;
}

/** Place of a press: the channel that reported it. */
export interface PressedChannel {
  workspaceId: string;
  connectionId: string;
}

const FOLLOW_MS = 5000;

interface Listener {
  /** Of the connection; a changed one is opened anew. */
  version: number;
  listener: PressListener;
}

export function createPressListeners(
  { database, channels, log }: PressListenersDeps,
  served: ReadonlySet<string>,
  onPress: (at: PressedChannel, press: Press) => void,
): PressListeners {
  const listeners = new Map<string, Listener>();
  let following: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let isStopped = false;

  async function followOnce(): Promise<void> {
    const rows = await listChannels(database.kysely, [...served], channels.connectors);
    const wanted = new Map(rows.filter((row) => decides(channels, row)).map((row) => [row.connectionId, row]));
    for (const [id, { version, listener }] of listeners) {
      if (wanted.get(id)?.version === version) continue;
      listeners.delete(id);
      await listener.close();
    }
    for (const row of wanted.values())
      if (!listeners.has(row.connectionId) && !isStopped) await listen(row).catch(warn("a channel could not be opened"));
  }

  async function listen({ workspaceId, connectionId, version }: ChannelRow): Promise<void> {
    const channel = await channels.open(workspaceId, connectionId);
    if ("problem" in channel) return;
    const listener = channel.listen({
      press: (press) => onPress({ workspaceId, connectionId }, press),
      problem: (reason) => log("warn", "presses of buttons are not received", { connection: connectionId, reason }),
    });
    if (listener) listeners.set(connectionId, { version, listener });
  }

  const warn =
    (message: string) =>
    (error: unknown): void =>
      log("warn", message, { error: String(error) });

  /** One after the other, so that no connection is opened twice; what is asked for while one waits is done by it. */
  function follow(): Promise<void> {
    waiting ??= following.then(() => {
      waiting = undefined;
      following = followOnce().catch(warn("channels with buttons could not be followed"));
      return following;
    });
    return waiting;
  }

  const timer = setInterval(() => {
    if (served.size > 0) void follow();
  }, FOLLOW_MS);

  return {
    follow,
    async stop() {
      clearInterval(timer);
      isStopped = true;
      await (waiting ?? following);
      await Promise.all([...listeners.values()].map(({ listener }) => listener.close()));
    },
  };
}

function decides(channels: Channels, { connector, settings }: ChannelRow): boolean {
  const kind = channels.kindOf(connector, settings);
  return kind?.reaches === "account" && kind.policy.decides.length > 0;
}
