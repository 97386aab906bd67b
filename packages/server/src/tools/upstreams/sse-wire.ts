import type { JsonObject } from "@countersign/protocol";
import { createHttpClient, drop, type HttpClient } from "./http-client.ts";
import type { HttpTarget } from "./http-target.ts";
import type { Mask } from "../../core/mask-secrets.ts";
import { parseJson } from "../../core/parse-json.ts";
import { readEvents, type ServerEvent } from "./read-events.ts";
import { MAX_MESSAGE_BYTES, WireFault, type OpenWire, type WireEvents } from "./wire.ts";

const OPEN_MS = 30_000;

const late = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), OPEN_MS).unref();
  });

/** One connection to a server. */
interface SseWireState {
  readonly target: HttpTarget;
  readonly mask: Mask;
  readonly maxMessageBytes: number;
  readonly events: WireEvents;
  readonly client: HttpClient;
  readonly closing: AbortController;
  version: string | undefined;
}

/** HTTP+SSE of 2024-11-05: one stream for all received messages, which names the endpoint for all sent ones. */
export const openSse =
  (target: HttpTarget, mask: Mask, maxMessageBytes = MAX_MESSAGE_BYTES): OpenWire =>
  async (events) => {
    const client = createHttpClient(target, mask);
    const closing = new AbortController();
    const state: SseWireState = { target, mask, maxMessageBytes, events, client, closing, version: undefined };
    const stream = await openStream(state);
    const first = await Promise.race([stream.next(), late()]).catch(async (error: unknown) => {
      await client.close();
      throw error instanceof WireFault ? error : new WireFault(`broke the connection (${mask(String(error)).slice(0, 200)})`);
    });
    const endpoint = readEndpoint(target, first);
    if (!endpoint) {
      await client.close();
      throw new WireFault("does not speak HTTP+SSE: its first event named no address of its own to send to", {
        wasNotTaken: true,
      });
    }
    void follow(state, stream);

    return {
      hasOwnStreams: false,
      isStateless: false,
      agree(agreed) {
        state.version = agreed === "" ? undefined : agreed;
      },
      send: (message, { signal }) => post(state, endpoint, message, signal),
      async close() {
        closing.abort();
        await client.close();
      },
    };
  };

async function openStream({ client, closing, maxMessageBytes }: SseWireState): Promise<AsyncGenerator<ServerEvent>> {
  try {
    const answer = await client.call({ method: "GET", headers: { accept: "text/event-stream" }, signal: closing.signal });
    const type = String(answer.headers["content-type"] ?? "");
    if (answer.statusCode === 200 && type.startsWith("text/event-stream")) {
      return readEvents(answer.body, maxMessageBytes, {});
    }
    await drop(answer);
    throw new WireFault(`opened no event stream (HTTP ${answer.statusCode})`, {
      wasNotTaken: true,
      status: answer.statusCode,
    });
  } catch (error) {
    await client.close();
    throw error;
  }
}

function readEndpoint(target: HttpTarget, event: IteratorResult<ServerEvent> | undefined): URL | undefined {
  if (!event || event.done || event.value.event !== "endpoint" || !URL.canParse(event.value.data, target.url)) return undefined;
  const url = new URL(event.value.data, target.url);
  // The credential must reach no server but the one it was given for.
  return url.origin === new URL(target.url).origin ? url : undefined;
}

async function follow({ mask, events, closing }: SseWireState, stream: AsyncGenerator<ServerEvent>): Promise<void> {
  let why = "closed the event stream";
  try {
    for await (const { event, data, skipped } of stream) {
      if (event !== "message") continue;
      if (skipped) {
        events.onTooLarge(skipped);
        continue;
      }
      const message = parseJson(data);
      if (message === undefined) events.onFault("sent an event that is not JSON");
      else events.onMessage(message);
    }
  } catch (error) {
    why = `broke the event stream (${mask(error instanceof Error ? error.message : String(error)).slice(0, 200)})`;
  }
  if (!closing.signal.aborted) events.onEnd(why);
}

async function post(
  { client, closing, version }: SseWireState,
  endpoint: URL,
  message: JsonObject,
  own: AbortSignal | undefined,
): Promise<void> {
  const signal = own ? AbortSignal.any([closing.signal, own]) : closing.signal;
  const answer = await client.call({
    method: "POST",
    url: endpoint,
    headers: { "content-type": "application/json", ...(version !== undefined && { "mcp-protocol-version": version }) },
    body: JSON.stringify(message),
    signal,
  });
  await drop(answer);
  const { statusCode: status } = answer;
  if (status < 200 || status > 299)
    throw new WireFault(`refused the message (HTTP ${status})`, { wasNotTaken: status < 500, status });
}
