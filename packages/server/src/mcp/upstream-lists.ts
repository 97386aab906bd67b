import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import type { Upstream, UpstreamPeer, Upstreams } from "../ports/upstreams.ts";
import { isListed, type Listed, type RequestMethod } from "../core/upstream-requests.ts";
import type { Log } from "../ports/log.ts";
import { LISTS, readList, type ListMethod } from "../engine/catalog/read-upstream-list.ts";
import type { AgentView } from "./agent-view.ts";
import { textAt } from "./rpc-message.ts";

/** Maximum age of a cached list, for upstreams that change lists without a notification. */
const KEPT_MS = 5000;
const LIST_MS = 30_000;
/** Group of the tools that have no other. An upstream without tools is visible to agents of this group. */
const DEFAULT_GROUP = "default";

export interface UpstreamLists {
  /** Online upstreams with a tool that the agent sees and, for agents of the default group, those without tools. */
  visible(workspaceId: string, view: AgentView): Upstream[];
  /**
   * Every page of these upstreams; prompts have their exposed names. Uses the peer's own session if one is open, because the
   * server may list more to it.
   */
  list(upstreams: readonly Upstream[], method: ListMethod, peer: UpstreamPeer): Promise<JsonObject[]>;
  /** Returns the first of these upstreams that lists what a request concerns; undefined if none does. */
  ownerOf(
    upstreams: readonly Upstream[],
    method: RequestMethod,
    params: JsonObject,
    peer: UpstreamPeer,
  ): Promise<Upstream | undefined>;
  /** Returns the upstream of a prompt and its name there. Throws if no upstream lists it. */
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
    if (!isJsonObject(upstream.capabilities[LISTS[method].capability])) return Promise.resolve([]);
    const own = upstream.hasOwnConnection(peer) ? peer : undefined;
    const key = `${upstream.source} ${method} ${own?.key ?? ""}`;
    const known = kept.get(key);
    if (known && known.until > now()) return known.items;
    for (const [each, { until }] of kept) if (until <= now()) kept.delete(each);
    const items = readList(upstream, method, { signal: AbortSignal.timeout(LIST_MS), ...(own && { peer: own }) }, log);
    kept.set(key, { until: now() + KEPT_MS, items });
    items.catch(() => kept.delete(key));
    return items;
  }

  /** An upstream that fails lists nothing, and does not affect the others. */
  const itemsOrNone = (upstream: Upstream, method: ListMethod, peer: UpstreamPeer): Promise<JsonObject[]> =>
    itemsOf(upstream, method, peer).catch((error: unknown) => {
      log("warn", "an upstream did not list", { upstream: upstream.name, method, error });
      return [];
    });

  const eachWith = (of: readonly Upstream[], method: ListMethod, peer: UpstreamPeer) =>
    Promise.all(of.map(async (upstream) => ({ upstream, items: await itemsOrNone(upstream, method, peer) })));

  return {
    visible: (workspaceId, view) =>
      upstreams
        .ofWorkspace(workspaceId)
        .filter(
          ({ status, source, capabilities }) =>
            status === "online" &&
            (view.onlySource === null || source === view.onlySource) &&
            (view.sources.has(source) || (capabilities["tools"] === undefined && view.groups.includes(DEFAULT_GROUP))),
        ),

    async list(of, method, peer) {
      const each = await eachWith(of, method, peer);
      if (method !== "prompts/list") return each.flatMap(({ items }) => items);
      return each.flatMap(({ upstream, items }) => items.map((item) => ({ ...item, name: exposedName(upstream, item) })));
    },

    async ownerOf(of, method, params, peer) {
      const listed = (upstream: Upstream): Listed => ({
        resources: () => itemsOrNone(upstream, "resources/list", peer),
        templates: () => itemsOrNone(upstream, "resources/templates/list", peer),
        prompts: () => itemsOrNone(upstream, "prompts/list", peer),
      });
      const lists = await Promise.all(of.map((upstream) => isListed(method, params, listed(upstream))));
      return of.find((_, n) => lists[n]);
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

const exposedName = ({ prefix }: Upstream, prompt: JsonObject): string =>
  prefix === "" ? textAt(prompt, "name") : `${prefix}_${textAt(prompt, "name")}`;
