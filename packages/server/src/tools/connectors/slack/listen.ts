import { SocketModeClient, type Logger } from "@slack/socket-mode";
import type { PressListener } from "../../../ports/channel.ts";
import type { OpenConnection } from "../connector.ts";

type SocketConnection = Pick<OpenConnection<unknown, { apiUrl: string }>, "settings" | "fetch" | "dispatcher"> & {
  appToken: string;
};

/** Waits before the connection is opened again, which doubles with each failure. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 60_000];
/** A peer that does not take part in closing is left. */
const CLOSE_MS = 2000;

const quiet = () => undefined;
const SILENT = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  setLevel: quiet,
  setName: quiet,
  getLevel: () => "error",
};

/**
 * Receives interactions over Socket Mode and acknowledges each at once, before it is judged. Slack closes a connection every few
 * hours, and any of several connections of an app gets an interaction, so every process may have one.
 */
export function listenToSlack(open: SocketConnection, onInteraction: (payload: unknown) => void): PressListener {
  const client = new SocketModeClient({
    appToken: open.appToken,
    logger: SILENT as unknown as Logger,
    // The library's own attempts end in rejections that nobody can catch.
    autoReconnectEnabled: false,
    clientOptions: { slackApiUrl: open.settings.apiUrl, fetch: open.fetch as never, retryConfig: { retries: 0 } },
    dispatcher: open.dispatcher,
  });
  let isClosed = false;
  let waitMs = FIRST_WAIT_MS;
  let again: NodeJS.Timeout | undefined;

  function startLater(): void {
    if (isClosed || again !== undefined) return;
    again = setTimeout(() => {
      again = undefined;
      start();
    }, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  function start(): void {
    client.start().then(
      () => {
        waitMs = FIRST_WAIT_MS;
        if (isClosed) void client.disconnect();
      },
      () => startLater(),
    );
  }

  client.on("disconnected", startLater);
  client.on("interactive", ({ ack, body }: { ack: () => Promise<void>; body: unknown }) => {
    ack().catch(quiet);
    onInteraction(body);
  });
  start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      let waiting: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => (waiting = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([client.disconnect(), timeout]);
      clearTimeout(waiting);
    },
  };
}
