import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Channels, PressListener, OpenedChannel, Press } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { listChannels } from "../../store/statements/notification-plans.ts";
import { decideByPress, type DecideByPressDeps } from "./decide-by-press.ts";

/** Buttons that people press in messages, however the service reports them. */
export interface Presses {
  /** Takes what a service posted. It is answered at once, and judged afterwards: services wait for three seconds. */
  receive(at: { workspaceId: string; connectionId: string }, posted: { headers: Headers; body: string }): Promise<Result<null>>;
  serve(workspaceId: string): void;
  leave(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface PressesDeps extends DecideByPressDeps {
  channels: Channels;
  log: Log;
}

/** Interval at which connections to services follow the stored channels. */
const FOLLOW_MS = 5000;
const ANSWER_MS = 15_000;
const NOT_FOUND: Result<never> = refuse("NOT_FOUND", "There is no such channel, or it did not send this.");

interface Listener {
  workspaceId: string;
  /** Of the connection; a changed one is opened anew. */
  version: number;
  listening: PressListener;
}

export function createPresses(deps: PressesDeps): Presses {
  const { database, channels, log } = deps;
  const served = new Set<string>();
  const listeners = new Map<string, Listener>();
  const judging = new Set<Promise<void>>();
  let following: Promise<void> = Promise.resolve();

  function judge(at: { workspaceId: string; connectionId: string }, channel: OpenedChannel, press: Press): void {
    const judged = decideByPress(deps, { ...channel, ...at }, press)
      .then((said) => channel.answer(press, said, AbortSignal.timeout(ANSWER_MS)))
      .then((answered) => {
        if (answered.outcome !== "sent")
          log("warn", "who pressed a button could not be answered", { connection: at.connectionId, reason: answered.reason });
      })
      .catch((error: unknown) =>
        log("warn", "a pressed button could not be judged", { connection: at.connectionId, error: String(error) }),
      );
    judging.add(judged);
    void judged.finally(() => judging.delete(judged));
  }

  async function follow(): Promise<void> {
    const rows = await listChannels(database.kysely, [...served], channels.connectors);
    const wanted = new Map(rows.filter((row) => decides(channels, row)).map((row) => [row.connectionId, row]));
    for (const [id, { version, listening }] of listeners) {
      if (wanted.get(id)?.version === version) continue;
      listeners.delete(id);
      await listening.close();
    }
    for (const [connectionId, { workspaceId, version }] of wanted) {
      if (listeners.has(connectionId)) continue;
      const channel = await channels.open(workspaceId, connectionId);
      if ("problem" in channel) continue;
      const listening = channel.listen((press) => judge({ workspaceId, connectionId }, channel, press));
      if (listening) listeners.set(connectionId, { workspaceId, version, listening });
    }
  }

  /** One after the other, so that no connection is opened twice. */
  function followSoon(): Promise<void> {
    following = following
      .then(follow)
      .catch((error: unknown) => log("warn", "channels with buttons could not be followed", { error: String(error) }));
    return following;
  }

  const timer = setInterval(() => {
    if (served.size > 0) void followSoon();
  }, FOLLOW_MS);

  return {
    async receive(at, posted) {
      // An archived workspace is not served.
      if (!served.has(at.workspaceId)) return NOT_FOUND;
      const channel = await channels.open(at.workspaceId, at.connectionId);
      if ("problem" in channel) return NOT_FOUND;
      const press = channel.readPress(posted);
      if (press === undefined) return NOT_FOUND;
      if (press) judge(at, channel, press);
      return ok(null);
    },
    serve(workspaceId) {
      served.add(workspaceId);
      void followSoon();
    },
    async leave(workspaceId) {
      served.delete(workspaceId);
      await followSoon();
    },
    async stop() {
      clearInterval(timer);
      served.clear();
      await followSoon();
      await Promise.all(judging);
    },
  };
}

function decides(channels: Channels, { connector, settings }: { connector: string; settings: string }): boolean {
  const kind = channels.kindOf(connector, settings);
  return kind?.usesAccounts === true && kind.policy.decides.length > 0;
}
