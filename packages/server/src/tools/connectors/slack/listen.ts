import { SocketModeClient } from "@slack/socket-mode";
import { isJsonObject, type Json } from "@countersign/protocol";
import type { PressListener } from "../../../ports/channel.ts";
import type { OpenConnection } from "../connector.ts";
import type { ServiceFault } from "../service-fault.ts";
import { faultOf } from "./ask-slack.ts";
import { SILENT_LOGGER, slackFetch } from "./client-options.ts";

type SocketConnection = Pick<OpenConnection<unknown, { apiUrl: string }>, "settings" | "fetch" | "sockets"> & {
  appToken: string;
};

/** Waits before the connection is opened again, which double with each failure. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 60_000];

/** Types of frames that are passed to the library. It takes other types for names of its own events. */
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

interface SlackEvents {
  interaction(payload: unknown): void;
  /** No connection can be opened; called once, until one is open again. */
  fault(fault: ServiceFault): void;
}

/**
 * Receives interactions over Socket Mode and acknowledges each at once, before it is judged. Slack closes a connection every few
 * hours, and any of several connections of an app gets an interaction, so every process may have one.
 */
export function listenToSlack(open: SocketConnection, on: SlackEvents): PressListener {
  const sockets = open.sockets();
  const client = new GuardedClient({
    appToken: open.appToken,
    logger: SILENT_LOGGER,
    // The library's own attempts end in rejections that nobody can catch.
    autoReconnectEnabled: false,
    clientOptions: { slackApiUrl: open.settings.apiUrl, fetch: slackFetch(open.fetch), retryConfig: { retries: 0 } },
    dispatcher: sockets.dispatcher,
  });
  let isClosed = false;
  /** Whether the last attempt to connect failed. */
  let isFaulty = false;
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
        isFaulty = false;
      },
      (error: unknown) => {
        if (!isFaulty && !isClosed) on.fault(faultOf(error));
        isFaulty = true;
        startLater();
      },
    );
  }

  client.on("disconnected", () => {
    // Slack leaves its side of the socket open, and the library has no hold of ours.
    sockets.destroyOpen();
    startLater();
  });
  client.on("interactive", ({ ack, body }: { ack: () => Promise<void>; body: unknown }) => {
    ack().catch(() => undefined);
    on.interaction(body);
  });
  start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      // Without `client.disconnect()`, whose timer would keep the process for 30 seconds.
      await sockets.close();
    },
  };
}
