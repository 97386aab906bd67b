import type { CheckUpstream, UpstreamCheck } from "@countersign/protocol";
import type { Log } from "../../engine/deps.ts";
import { openConnection } from "./connection.ts";
import { greet } from "./handshake.ts";
import { listTools } from "./list-tools.ts";
import { createMask } from "./mask-secrets.ts";
import { openHttp } from "./http-wire.ts";
import { openSse } from "./sse-wire.ts";

const CHECK_MS = 20_000;
const SHOWN_TOOLS = 200;
const SHOWN_TEXT = 300;

/** Connects once, reads the tools, and goes. */
export async function checkUpstream(request: CheckUpstream, signal: AbortSignal, log: Log): Promise<UpstreamCheck> {
  const { url, transport = "http", headers = {}, era = "legacy", allowPrivate = false } = request;
  const mask = createMask(Object.values(headers));
  const target = { url, headers, allowPrivate };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
  const none = { protocolVersion: null, serverInfo: null, tools: [] };
  const fail = (error: unknown): UpstreamCheck => {
    const words = limited.aborted ? "does not answer" : error instanceof Error ? error.message : String(error);
    return { reachable: false, problem: mask(`It ${words.replace(/^It /, "")}`).slice(0, 1000), ...none };
  };
  const events = {
    onNotice: () => {},
    onEnd: () => {},
    onFault: (fault: string) => log("info", "an upstream that is checked did something wrong", { fault }),
  };
  try {
    const open = transport === "http" ? openHttp(target, mask) : openSse(target, mask);
    const connection = await openConnection("It", open, events);
    try {
      const { protocolVersion, serverInfo, capabilities } = await greet(connection, era, () => [], limited);
      const listed = capabilities["tools"] === undefined ? [] : await listTools(connection, limited, events.onFault);
      const tools = listed.slice(0, SHOWN_TOOLS).map(({ name, description }) => ({
        name: textOf(name),
        description: textOf(description),
      }));
      return { reachable: true, problem: null, protocolVersion, serverInfo, tools };
    } finally {
      await connection.close("was disconnected");
    }
  } catch (error) {
    return fail(error);
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, SHOWN_TEXT) : "");
