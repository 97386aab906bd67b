import { isJsonObject, LIMIT_BOUNDS, type JsonObject } from "@countersign/protocol";
import type { RpcPeer } from "./rpc-peer.ts";
import { WireFault } from "./wire.ts";

const MAX_PAGES = 1000;
/** The highest possible `maxTools`; no more tools are read. */
export const MAX_READ_TOOLS = LIMIT_BOUNDS.maxTools.max;

/** Reads all pages of `tools/list`, unchanged, up to `MAX_READ_TOOLS`. Reports to `onFault` what is left out. */
export async function listTools(
  connection: RpcPeer,
  signal: AbortSignal,
  onFault: (fault: string) => void,
): Promise<JsonObject[]> {
  const tools: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await connection.request("tools/list", cursor === undefined ? {} : { cursor }, { signal });
    const listed = result["tools"];
    if (!Array.isArray(listed)) throw new WireFault("answered tools/list without a list of tools");
    for (const tool of listed) {
      if (!isJsonObject(tool)) onFault("listed an entry that is not a tool");
      else tools.push(tool);
    }
    const next = result["nextCursor"];
    if (tools.length > MAX_READ_TOOLS || (tools.length === MAX_READ_TOOLS && typeof next === "string")) {
      onFault(`lists more than ${MAX_READ_TOOLS} tools; no more are read`);
      return tools.slice(0, MAX_READ_TOOLS);
    }
    if (typeof next !== "string") return tools;
    if (seen.has(next)) throw new WireFault("lists the same page of tools again and again");
    seen.add(next);
    cursor = next;
  }
  throw new WireFault(`lists its tools on more than ${MAX_PAGES} pages`);
}
