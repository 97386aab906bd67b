import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import type { Principal } from "../core/principal.ts";
import type { Upstream, UpstreamPeer, Upstreams } from "../core/upstream-port.ts";
import { wellFormed } from "../core/well-formed.ts";
import type { Log } from "../engine/deps.ts";
import type { AgentView } from "./agent-view.ts";
import { textAt } from "./rpc-message.ts";

/** For upstreams that change their lists without saying so. */
const KEPT_MS = 5000;
const MOST_PAGES = 100;
/** Where tools of no group of their own lie; an upstream without tools belongs to whoever has this group. */
const DEFAULT_GROUP = "default";

export type ListMethod = "resources/list" | "resources/templates/list" | "prompts/list";

const LISTED = {
  "resources/list": { capability: "resources", key: "resources", shape: "resource" },
  "resources/templates/list": { capability: "resources", key: "resourceTemplates", shape: "resourceTemplate" },
  "prompts/list": { capability: "prompts", key: "prompts", shape: "prompt" },
} as const satisfies Record<ListMethod, { capability: string; key: string; shape: "resource" | "resourceTemplate" | "prompt" }>;

export interface UpstreamLists {
  /** The upstreams an agent may ask: those it sees a tool of, and those that bring no tools at all. */
  visible(by: Principal, view: AgentView): Upstream[];
  /**
   * Every page of every visible upstream; prompts carry the name they have on the gate. Over the peer's own connection where one is
   * open, whose server may list more to it.
   */
  list(upstreams: readonly Upstream[], method: ListMethod, peer: UpstreamPeer): Promise<JsonObject[]>;
  /** The upstream a resource is of, and all that it could be of where none lists it. */
  ownersOfResource(upstreams: readonly Upstream[], uri: string, peer: UpstreamPeer): Promise<Upstream[]>;
  /** The upstream a prompt is of, and its name there. */
  ownerOfPrompt(
    upstreams: readonly Upstream[],
    name: string,
    peer: UpstreamPeer,
  ): Promise<{ upstream: Upstream; name: string }>;
  close(): void;
}

export function createUpstreamLists(
  upstreams: Upstreams,
  log: Log,
  now: () => number = () => performance.now(),
): UpstreamLists {
  const kept = new Map<string, { until: number; items: Promise<JsonObject[]> }>();
  const stop = upstreams.onNotice(({ upstream, method }) => {
    if (method !== "status" && !method.endsWith("/list_changed")) return;
    for (const key of kept.keys()) if (key.startsWith(`${upstream.source} `)) kept.delete(key);
  });

  function itemsOf(upstream: Upstream, method: ListMethod, peer: UpstreamPeer): Promise<JsonObject[]> {
    if (!isJsonObject(upstream.capabilities[LISTED[method].capability])) return Promise.resolve([]);
    const own = upstream.hasOwnConnection(peer) ? peer : undefined;
    const key = `${upstream.source} ${method} ${own?.key ?? ""}`;
    const known = kept.get(key);
    if (known && known.until > now()) return known.items;
    for (const [each, { until }] of kept) if (until <= now()) kept.delete(each);
    const items = readAll(upstream, method, own, log);
    kept.set(key, { until: now() + KEPT_MS, items });
    items.catch(() => kept.delete(key));
    return items;
  }

  /** An upstream that cannot answer takes nothing from the others. */
  const itemsOrNone = (upstream: Upstream, method: ListMethod, peer: UpstreamPeer): Promise<JsonObject[]> =>
    itemsOf(upstream, method, peer).catch((error: unknown) => {
      log("warn", "an upstream did not list", { upstream: upstream.name, method, error });
      return [];
    });

  const eachWith = (of: readonly Upstream[], method: ListMethod, peer: UpstreamPeer) =>
    Promise.all(of.map(async (upstream) => ({ upstream, items: await itemsOrNone(upstream, method, peer) })));

  return {
    visible: (by, view) =>
      upstreams
        .ofWorkspace(by.workspaceId)
        .filter(
          ({ status, source, capabilities }) =>
            status === "online" &&
            (view.sources.has(source) || (capabilities["tools"] === undefined && by.groups.includes(DEFAULT_GROUP))),
        ),

    async list(of, method, peer) {
      const each = await eachWith(of, method, peer);
      if (method !== "prompts/list") return each.flatMap(({ items }) => items);
      return each.flatMap(({ upstream, items }) => items.map((item) => ({ ...item, name: exposedName(upstream, item) })));
    },

    async ownersOfResource(of, uri, peer) {
      const able = of.filter(({ capabilities }) => isJsonObject(capabilities["resources"]));
      if (able.length <= 1) return able;
      const listed = (await eachWith(able, "resources/list", peer)).find(({ items }) =>
        items.some((item) => item["uri"] === uri),
      );
      if (listed) return [listed.upstream];
      const templates = await eachWith(able, "resources/templates/list", peer);
      const fits = templates.filter(({ items }) => items.some((item) => fitsTemplate(textAt(item, "uriTemplate"), uri)));
      return fits.length > 0 ? fits.map(({ upstream }) => upstream) : able;
    },

    async ownerOfPrompt(of, name, peer) {
      for (const { upstream, items } of await eachWith(of, "prompts/list", peer)) {
        const found = items.find((item) => exposedName(upstream, item) === name);
        if (found) return { upstream, name: textAt(found, "name") };
      }
      throw new RpcError(RPC_CODES.invalidParams, "There is no prompt of that name.");
    },

    close: stop,
  };
}

async function readAll(
  upstream: Upstream,
  method: ListMethod,
  peer: UpstreamPeer | undefined,
  log: Log,
): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await upstream.request(method, params, { signal: AbortSignal.timeout(30_000), ...(peer && { peer }) });
    const { key, shape } = LISTED[method];
    const listed = answer[key];
    const faults: string[] = [];
    for (const item of Array.isArray(listed) ? listed : []) {
      // A client refuses a whole list over one item, those of other upstreams included.
      const formed = isJsonObject(item) ? wellFormed(shape, item) : { fault: "It is no object." };
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

const exposedName = ({ prefix }: Upstream, prompt: JsonObject): string =>
  prefix === "" ? textAt(prompt, "name") : `${prefix}_${textAt(prompt, "name")}`;

/** Whether a URI could come from a template: the parts between its expressions, in order. */
function fitsTemplate(template: string, uri: string): boolean {
  const parts = template.split(/\{[^}]*\}/);
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = uri.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 1 || template === uri;
}
