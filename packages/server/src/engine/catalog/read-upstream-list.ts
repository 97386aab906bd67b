import { isJsonObject, type JsonObject } from "@countersign/protocol";
import type { Upstream, UpstreamExchange } from "../../ports/upstreams.ts";
import { wellFormed } from "../../core/well-formed.ts";
import type { Log } from "../../ports/log.ts";

const MAX_PAGES = 100;

/** An upstream's lists other than its tools: the capability each needs, and the key that holds the items. */
export const LISTS = {
  "resources/list": { capability: "resources", key: "resources", shape: "resource" },
  "resources/templates/list": { capability: "resources", key: "resourceTemplates", shape: "resourceTemplate" },
  "prompts/list": { capability: "prompts", key: "prompts", shape: "prompt" },
} as const;
export type ListMethod = keyof typeof LISTS;

/** Reads all pages of a list, without malformed items: clients reject a whole list over one item, others' items included. */
export async function readList(
  upstream: Pick<Upstream, "name" | "request">,
  method: ListMethod,
  exchange: UpstreamExchange,
  log: Log,
): Promise<JsonObject[]> {
  const { key, shape } = LISTS[method];
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await upstream.request(method, cursor === undefined ? {} : { cursor }, exchange);
    const listed = answer[key];
    const faults: string[] = [];
    for (const item of Array.isArray(listed) ? listed : []) {
      const formed = isJsonObject(item) ? wellFormed(shape, item) : { fault: "The entry is not an object." };
      if ("item" in formed) items.push(formed.item);
      else faults.push(formed.fault);
    }
    if (faults.length > 0) {
      const details = { upstream: upstream.name, method, count: faults.length, fault: faults[0] };
      log("warn", "an upstream listed items that break the protocol; they are left out", details);
    }
    if (typeof answer["nextCursor"] !== "string") return items;
    cursor = answer["nextCursor"];
  }
  return items;
}
