import { isJsonObject } from "@countersign/protocol";
import { parseJson } from "../core/parse-json.ts";
import { RESERVED_NAMES } from "../core/tool-names.ts";
import { describeCause } from "./call-server.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import type { BridgeTarget } from "./serve-stdio.ts";

const ANSWER_MS = 10_000;

/** Names of the tools that the key has at an MCP address, without the built-in ones. Throws a `CliFault` that says what to do. */
export async function listServedTools({ url, key }: BridgeTarget): Promise<string[]> {
  const address = new URL(url);
  address.searchParams.set("tools", "all");
  const answer = await fetch(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    // Following a redirect would send the key to its target.
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new CliFault(
      EXIT.unreachable,
      `Countersign does not respond at ${shown(url)} (${shown(describeCause(error))}).`,
      "Start the server with `countersign start`, then restart the client.",
    );
  });
  const read = parseJson(await answer.text().catch(() => ""));
  const problem = isJsonObject(read) && typeof read["detail"] === "string" ? read["detail"] : `status ${answer.status}`;
  if (answer.status === 401 || answer.status === 403)
    throw new CliFault(
      EXIT.refused,
      `Countersign at ${shown(url)} does not accept this key: ${shown(problem)}`,
      "Create a key in the inbox under Agents, and set COUNTERSIGN_AGENT_KEY in the client's settings.",
    );
  const result = isJsonObject(read) && isJsonObject(read["result"]) ? read["result"]["tools"] : undefined;
  if (!Array.isArray(result))
    throw new CliFault(
      EXIT.unreachable,
      `${shown(url)} sent a response that this version of Countersign does not understand: ${shown(problem)}`,
    );
  const names = result.map((tool) => (isJsonObject(tool) ? tool["name"] : undefined));
  return names.filter((name) => typeof name === "string").filter((name) => !RESERVED_NAMES.includes(name));
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
