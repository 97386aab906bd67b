import type { Notification, NotificationState, OwnNotifications } from "@countersign/protocol";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";
import { pathOf } from "./use-change.ts";

const LOOK_MS = 5000;

interface Page {
  items: Notification[];
  nextCursor: string | null;
}

/** The delivery log, newest first, in pages; in one state, or all. Polled, because deliveries are not on the live stream. */
export const notificationsQuery = (state: NotificationState | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.notificationList(state),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(pageParam !== null && { cursor: pageParam }) });
      return request<Page>("GET", `/api/notifications?${query}`, undefined, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: LOOK_MS,
  });

/** What was sent of one action; the newest hundred. */
export const notificationsOfQuery = (actionId: string) =>
  queryOptions({
    queryKey: keys.notificationsOf(actionId),
    queryFn: async ({ signal }) =>
      (await request<Pick<Page, "items">>("GET", `${pathOf("pending-actions", actionId)}/notifications`, undefined, signal))
        .items,
    refetchInterval: LOOK_MS,
  });

export const ownNotificationsQuery = queryOptions({
  queryKey: keys.ownNotifications,
  queryFn: ({ signal }) => request<OwnNotifications>("GET", "/api/notification-preference", undefined, signal),
});
