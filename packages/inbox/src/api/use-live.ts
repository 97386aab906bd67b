import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { keys } from "./keys.ts";
import {
  followWorkspace,
  onFeedEvent,
  readConnection,
  watchConnection,
  type StreamState,
  type FeedEvent,
} from "./live-feed.ts";
import { patchRows } from "./replace-row.ts";

export const useConnection = (): StreamState => useSyncExternalStore(watchConnection, readConnection);

/** Calls back for every live event while mounted. */
export function useFeedEvent(callback: (event: FeedEvent) => void): void {
  const latest = useEffectEvent(callback);
  useEffect(() => onFeedEvent((event) => latest(event)), []);
}

const SETTLE_MS = 250;
const KEPT = new Set<unknown>([keys.me[0], keys.lists[0]]);
/** Query keys of the administrator's pages about tools. */
const OF_TOOLS = new Set<unknown>([
  keys.tools[0],
  keys.tool("")[0],
  keys.groups[0],
  keys.agents[0],
  keys.upstreams[0],
  keys.connections[0],
]);

/** Follows the workspace and refetches what changed, batching events. Must be mounted once. */
export function useLive(workspaceId: string | undefined): void {
  const cache = useQueryClient();
  useEffect(() => (workspaceId === undefined ? undefined : followWorkspace(workspaceId)), [workspaceId]);
  useEffect(() => {
    const changed = new Set<string>();
    let toolsChanged = false;
    let repeatsChanged = false;
    let contentChanged = false;
    let timer: number | undefined;
    const readAgain = (): void => {
      timer = undefined;
      for (const id of changed) void cache.invalidateQueries({ queryKey: keys.action(id) });
      changed.clear();
      if (toolsChanged) void cache.invalidateQueries({ predicate: ({ queryKey }) => OF_TOOLS.has(queryKey[0]) });
      toolsChanged = false;
      if (repeatsChanged) void cache.invalidateQueries({ queryKey: keys.repeats });
      repeatsChanged = false;
      if (contentChanged) void cache.invalidateQueries({ queryKey: keys.content });
      contentChanged = false;
      void cache.invalidateQueries({ queryKey: keys.counts });
      void cache.invalidateQueries({ queryKey: keys.checkpoints });
      // Agents carry the number of their pending actions.
      void cache.invalidateQueries({ queryKey: keys.agents });
    };
    const stop = onFeedEvent((event) => {
      // The list of actions refetches itself when rows may move.
      if (event.event === "resync") void cache.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.has(queryKey[0]) });
      else if (event.event === "refused") void cache.invalidateQueries({ queryKey: keys.me });
      else if (event.event === "action.updated" || event.event === "action.created") {
        // Includes the marks of a reminder or an escalation, if the event is one.
        const { id, version, ...rest } = event.data;
        patchRows(cache, id, (row) => (row.version >= version ? row : { ...row, ...rest, version }));
        if (isOutdated(cache, id, version)) changed.add(id);
        // Elements list their open proposals.
        contentChanged = true;
        timer ??= window.setTimeout(readAgain, SETTLE_MS);
      } else if (event.event !== "briefing") {
        toolsChanged ||= event.event === "tool.changed";
        repeatsChanged ||= event.event === "repeat.changed";
        contentChanged ||= event.event === "content.changed";
        // Immediate, because an emergency stop must show without the delay.
        if (event.event === "member.changed") void cache.invalidateQueries({ queryKey: keys.members });
        if (event.event === "emergency.changed") void cache.invalidateQueries({ queryKey: keys.emergency });
        timer ??= window.setTimeout(readAgain, SETTLE_MS);
      }
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [cache]);
}

function isOutdated(cache: QueryClient, id: string, version: number): boolean {
  const known = cache.getQueryData<{ version: number }>(keys.action(id));
  return known !== undefined && known.version < version;
}
