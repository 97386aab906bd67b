import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
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
import { ApiError } from "./request.ts";

export const useConnection = (): StreamState => useSyncExternalStore(watchConnection, readConnection);

/** Calls back for every live event while mounted. */
export function useFeedEvent(callback: (event: FeedEvent) => void): void {
  const latest = useEffectEvent(callback);
  useEffect(() => onFeedEvent((event) => latest(event)), []);
}

const SETTLE_MS = 250;
const KEPT = new Set<unknown>([keys.me[0], keys.lists[0]]);
/** Query keys of the administrator's pages about tools. */
const OF_TOOLS = [keys.tools, keys.tool(""), keys.groups, keys.agents, keys.upstreams, keys.connections];
/** Queries that any change of an action or a setting may concern. Agents carry the number of their pending actions. */
const ALWAYS = [keys.counts, keys.checkpoints, keys.agents, keys.glass];

/** First parts of the query keys that become stale with an event. Elements of content list their open proposals. */
const STALE_AFTER: Partial<Record<FeedEvent["event"], readonly (readonly string[])[]>> = {
  "action.created": [keys.content],
  "action.updated": [keys.content],
  "content.changed": [keys.content],
  "tool.changed": OF_TOOLS,
  "repeat.changed": [keys.repeats],
  "view.changed": [keys.savedViews],
  // A shared view shows whether its author is still a member.
  "member.changed": [keys.savedViews],
};
/** Refetched without delay: an emergency stop must show at once. */
const STALE_AT_ONCE: Partial<Record<FeedEvent["event"], readonly string[]>> = {
  "member.changed": keys.members,
  "emergency.changed": keys.emergency,
  refused: keys.me,
};

/** Follows the workspace and refetches what changed, batching events. Must be mounted once. */
export function useLive(workspaceId: string | undefined): void {
  const cache = useQueryClient();
  useEffect(() => (workspaceId === undefined ? undefined : followWorkspace(workspaceId)), [workspaceId]);
  useEffect(() => {
    const changed = new Set<string>();
    /** Actions that were read anew already, perhaps a moment after their timelines. */
    const readAhead = new Set<string>();
    const stale = new Set<unknown>();
    let timer: number | undefined;
    const readAgain = (): void => {
      timer = undefined;
      for (const id of changed) void cache.invalidateQueries({ queryKey: keys.action(id) });
      changed.clear();
      for (const id of readAhead) void cache.invalidateQueries({ queryKey: keys.timeline(id) });
      readAhead.clear();
      const first = new Set([...stale, ...ALWAYS.map(([name]) => name)]);
      stale.clear();
      void cache.invalidateQueries({ predicate: ({ queryKey }) => first.has(queryKey[0]) });
    };
    const stop = onFeedEvent((event) => {
      const atOnce = STALE_AT_ONCE[event.event];
      if (atOnce) void cache.invalidateQueries({ queryKey: atOnce });
      // The list of actions refetches itself when rows may move.
      if (event.event === "resync") void cache.invalidateQueries({ predicate: isReadAgain });
      if (event.event === "resync" || event.event === "refused" || event.event === "briefing") return;
      if (event.event === "action.updated" || event.event === "action.created") {
        // Includes the marks of a reminder or an escalation, if the event is one.
        const { id, version, ...rest } = event.data;
        // An assignment, another time limit and a comment leave the version as it is.
        const end = "expiresAt" in rest ? rest.expiresAt : undefined;
        const isBeside = "assignee" in rest || "commentCount" in rest || end !== undefined;
        const isOld = (known: number): boolean => known > version || (known === version && !isBeside);
        patchRows(cache, id, (row) =>
          isOld(row.version) ? row : { ...row, ...rest, version, expiresAt: end === undefined ? row.expiresAt : end },
        );
        (isBeside || isOutdated(cache, id, version) ? changed : readAhead).add(id);
      }
      for (const [name] of STALE_AFTER[event.event] ?? []) stale.add(name);
      timer ??= window.setTimeout(readAgain, SETTLE_MS);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [cache]);
}

/** What does not exist is not looked for again: its page would turn into one that loads, for a moment. */
const isReadAgain = ({ queryKey, state }: Query): boolean =>
  !KEPT.has(queryKey[0]) && !(state.error instanceof ApiError && state.error.code === "NOT_FOUND");

function isOutdated(cache: QueryClient, id: string, version: number): boolean {
  const known = cache.getQueryData<{ version: number }>(keys.action(id));
  return known !== undefined && known.version < version;
}
