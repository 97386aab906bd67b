import type { JsonObject } from "@countersign/protocol";
import type { UpstreamPeer, Upstreams } from "../ports/upstreams.ts";
import type { Log } from "../ports/log.ts";
import type { Engine } from "../ports/engine.ts";
import type { AgentViews, Viewer } from "./agent-view.ts";
import type { UpstreamLists } from "./upstream-lists.ts";
import { textAt } from "./rpc-message.ts";

/** Debounce, so that tools that change together cause one notification. */
const GATHER_MS = 50;

export interface NoticeListener {
  viewer: Viewer;
  /** Receives notices of its own session at an upstream, and none of another peer's. */
  peer: UpstreamPeer;
  /** Whether the listener subscribed to the resource. */
  wantsResource(uri: string): boolean;
  /** Whether the listener receives a log message that belongs to no call. If absent, it receives none. */
  wantsLog?(params: JsonObject): boolean;
  deliver(method: string, params: JsonObject): void;
}

export interface McpNotices {
  listen(listener: NoticeListener): () => void;
  close(): void;
}

/** Notifications that belong to no request: changed lists, updated resources, log messages. */
export function createNotices(options: {
  engine: Pick<Engine, "events">;
  upstreams: Upstreams;
  views: AgentViews;
  lists: UpstreamLists;
  log: Log;
}): McpNotices {
  const { engine, upstreams, views, lists, log } = options;
  /** Each listener with the tool list it last knew; null until that is read. */
  const listeners = new Map<NoticeListener, string | null>();
  const watched = new Map<string, () => void>();
  const due = new Map<string, NodeJS.Timeout>();

  const tell = async (listener: NoticeListener): Promise<void> => {
    const { text } = await views.of(listener.viewer);
    const before = listeners.get(listener);
    if (before === undefined || before === text) return;
    listeners.set(listener, text);
    if (before !== null) listener.deliver("notifications/tools/list_changed", {});
  };
  const tellAll = (workspaceId: string): void => {
    due.delete(workspaceId);
    for (const listener of listeners.keys()) {
      if (listener.viewer.principal.workspaceId !== workspaceId) continue;
      tell(listener).catch((error: unknown) => log("warn", "a client was not told of a change of its tools", { error }));
    }
  };
  const look = (workspaceId: string): void => {
    if (!due.has(workspaceId)) due.set(workspaceId, setTimeout(tellAll, GATHER_MS, workspaceId));
  };

  const stopNotices = upstreams.onNotice(({ upstream, method, params, peer }) => {
    if (method === "notifications/tools/list_changed" || method === "status") return look(upstream.workspaceId);
    for (const listener of listeners.keys()) {
      if (listener.viewer.principal.workspaceId !== upstream.workspaceId) continue;
      if (peer !== undefined && peer !== listener.peer.key) continue;
      if (method === "notifications/resources/updated") {
        if (!listener.wantsResource(textAt(params, "uri"))) continue;
      } else if (method === "notifications/message") {
        if (peer === undefined || listener.wantsLog?.(params) !== true) continue;
      } else if (!method.endsWith("/list_changed")) continue;
      Promise.resolve(views.of(listener.viewer))
        .then((view) => lists.visible(upstream.workspaceId, view).includes(upstream) && listener.deliver(method, params))
        .catch((error: unknown) => log("warn", "a client was not told of a notice", { error }));
    }
  });

  return {
    listen(listener) {
      const { workspaceId } = listener.viewer.principal;
      listeners.set(listener, null);
      if (!watched.has(workspaceId))
        watched.set(
          workspaceId,
          engine.events.onChange(workspaceId, () => look(workspaceId)),
        );
      tell(listener).catch((error: unknown) => log("warn", "a client's tools could not be read", { error }));
      return () => listeners.delete(listener);
    },
    close() {
      stopNotices();
      for (const stop of watched.values()) stop();
      for (const timer of due.values()) clearTimeout(timer);
      listeners.clear();
    },
  };
}
