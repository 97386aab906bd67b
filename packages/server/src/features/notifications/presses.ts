import { ok, refuse, type Result } from "../../core/refusal.ts";
import { failpoint } from "../../engine/failpoint.ts";
import type { Press } from "../../ports/channel.ts";
import { decideByPress, type DecideByPressDeps } from "./decide-by-press.ts";
import { createPressListeners, type PressedChannel, type PressListenersDeps } from "./press-listeners.ts";

/** Buttons that people press in messages, however the service reports them. */
export interface Presses {
  /** Takes what a service posted. It is answered at once, and judged afterwards: services wait for three seconds. */
  receive(at: PressedChannel, posted: { headers: Headers; body: string }): Promise<Result<null>>;
  serve(workspaceId: string): void;
  leave(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

export type PressesDeps = DecideByPressDeps & PressListenersDeps;

const ANSWER_MS = 15_000;
const NOT_FOUND: Result<never> = refuse("NOT_FOUND", "There is no such channel, or the channel did not send this message.");

export function createPresses(deps: PressesDeps): Presses {
  const { channels, log } = deps;
  const served = new Set<string>();
  const judging = new Set<Promise<void>>();

  /** Judges a press by the channel's settings of this moment, and answers. */
  async function judge(at: PressedChannel, press: Press): Promise<void> {
    // An archived workspace is not served; a connection that it opened may still report presses for a moment.
    if (!served.has(at.workspaceId)) return;
    const channel = await channels.open(at.workspaceId, at.connectionId);
    if ("problem" in channel) return;
    const said = await decideByPress(deps, { ...channel, ...at }, press);
    failpoint("notify.pressed");
    const answered = await channel.answer(press, said, AbortSignal.timeout(ANSWER_MS));
    if (answered.outcome !== "sent")
      log("warn", "who pressed a button could not be answered", { connection: at.connectionId, reason: answered.reason });
  }

  function judgeSoon(at: PressedChannel, press: Press): void {
    const judged = judge(at, press).catch((error: unknown) =>
      log("warn", "a pressed button could not be judged", { connection: at.connectionId, error: String(error) }),
    );
    judging.add(judged);
    void judged.finally(() => judging.delete(judged));
  }

  const listeners = createPressListeners(deps, served, judgeSoon);
  return {
    async receive(at, posted) {
      if (!served.has(at.workspaceId)) return NOT_FOUND;
      const channel = await channels.open(at.workspaceId, at.connectionId);
      if ("problem" in channel) return NOT_FOUND;
      const press = channel.readPress(posted);
      if (press === undefined) return NOT_FOUND;
      if (press) judgeSoon(at, press);
      return ok(null);
    },
    serve(workspaceId) {
      served.add(workspaceId);
      void listeners.follow();
    },
    async leave(workspaceId) {
      served.delete(workspaceId);
      await listeners.follow();
    },
    async stop() {
      await listeners.stop();
      await Promise.all(judging);
    },
  };
}
