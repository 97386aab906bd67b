import { SocketModeClient, type Logger } from "@slack/socket-mode";
import { isJsonObject, type Json } from "@countersign/protocol";
import type { PressListener } from "../../../ports/channel.ts";
import type { OpenConnection } from "../connector.ts";

type SocketConnection = Pick<OpenConnection<unknown, { apiUrl: string }>, "settings" | "fetch" | "sockets"> & {
  appToken: string;
};

/** Waits before the connection is opened again, which double with each failure. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 60_000];

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

/** Frames that this client takes; the library would emit events of its own state for others. */
const FRAMES: ReadonlySet<unknown> = new Set(["hello", "disconnect", "interactive"]);

/** The library handles a frame in a promise that nobody waits for, so a frame it cannot read would end the server. */
class GuardedClient extends SocketModeClient {
  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    const frame = isBinary || typeof data !== "string" ? undefined : readFrame(data);
    if (frame === undefined || !isJsonObject(frame) || !FRAMES.has(frame["type"])) return;
    try {
      await super.onWebSocketMessage(data, isBinary);
    } catch {
      // What cannot be read is no press.
    }
  }
}

function readFrame(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Receives interactions over Socket Mode and acknowledges each at once, before it is judged. Slack closes a connection every few
 * hours, and any of several connections of an app gets an interaction, so every process may have one.
 */
export function listenToSlack(open: SocketConnection, onInteraction: (payload: unknown) => void): PressListener {
  const sockets = open.sockets();
  const client = new GuardedClient({
    appToken: open.appToken,
    logger: SILENT as unknown as Logger,
    // The library's own attempts end in rejections that nobody can catch.
    autoReconnectEnabled: false,
    clientOptions: { slackApiUrl: open.settings.apiUrl, fetch: open.fetch as never, retryConfig: { retries: 0 } },
    dispatcher: sockets.dispatcher,
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
        if (isClosed) end();
      },
      () => startLater(),
    );
  }

  /** Slack does not close its side, and the library has no hold of the socket. */
  function end(): void {
    void client.disconnect();
    sockets.destroy();
  }

  client.on("disconnected", () => {
    sockets.destroy();
    startLater();
  });
  client.on("interactive", ({ ack, body }: { ack: () => Promise<void>; body: unknown }) => {
    ack().catch(quiet);
    onInteraction(body);
  });
  start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      end();
    },
  };
}
