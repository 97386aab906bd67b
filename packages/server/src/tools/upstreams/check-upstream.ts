import type { CheckUpstream, UpstreamCheck } from "@countersign/protocol";
import type { Log } from "../../ports/log.ts";
import { forgetSecrets, rememberSecrets } from "../../engine/secrets/known-secrets.ts";
import { openConnection } from "./rpc-peer.ts";
import { greet } from "./handshake.ts";
import { listTools } from "./list-tools.ts";
import { createMask } from "../../core/mask-secrets.ts";
import { openHttpTarget } from "./open-target.ts";

const CHECK_MS = 20_000;
const SHOWN_TOOLS = 200;
const SHOWN_TEXT = 300;

/** Connects once, lists the tools and disconnects, within `CHECK_MS`. A failure is returned as `problem`. */
export async function checkUpstream(request: CheckUpstream, signal: AbortSignal, log: Log): Promise<UpstreamCheck> {
  const { url, transport = "http", headers = {}, era = "legacy", allowPrivate = false } = request;
  const secrets = [...Object.values(headers), ...new URL(url).searchParams.values()];
  const mask = createMask(secrets);
  const owner = Symbol("an upstream that is checked");
  rememberSecrets(owner, secrets);
  const target = { transport, url, headers, allowPrivate };
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
    const connection = await openConnection("It", openHttpTarget(target, mask), events);
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
  } finally {
    forgetSecrets(owner);
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, SHOWN_TEXT) : "");
