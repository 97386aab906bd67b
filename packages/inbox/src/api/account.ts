import type { BrowserSession } from "@countersign/protocol";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request, type ApiError } from "./request.ts";
import { useChange } from "./use-change.ts";

/** Read anew whenever the page is opened or comes into sight: a session elsewhere emits no event. */
export const browserSessionsQuery = queryOptions({
  queryKey: keys.browserSessions,
  queryFn: async ({ signal }) =>
    (await request<{ sessions: BrowserSession[] }>("GET", "/api/auth/sessions", undefined, signal)).sessions,
});

/** Sign-in methods of the signed-in person. */
export interface OwnSignInWays {
  hasPassword: boolean;
  /** Whether they may sign in with a password at all. */
  maySetPassword: boolean;
  /** Names of the providers at which they can sign in. */
  providers: string[];
}

export const ownSignInWaysQuery = queryOptions({
  queryKey: keys.ownSignInWays,
  queryFn: ({ signal }) => request<OwnSignInWays>("GET", "/api/auth/account/ways", undefined, signal),
});

/** Gives the signed-in person, who signs in at a provider, a password too. */
export function useSetPassword() {
  const cache = useQueryClient();
  return useMutation<unknown, ApiError, { newPassword: string }>({
    mutationFn: (body) => request("POST", "/api/auth/password/set", body),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: keys.ownSignInWays }),
        cache.invalidateQueries({ queryKey: keys.browserSessions }),
      ]),
  });
}

/** Changes the password of the signed-in person, which ends their other sessions. */
export function useChangePassword() {
  const cache = useQueryClient();
  return useMutation<unknown, ApiError, { currentPassword: string; newPassword: string }>({
    mutationFn: (body) => request("POST", "/api/auth/password/change", body),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.browserSessions }),
  });
}

/** Ends one session of the signed-in person, or all others. */
export function useEndSessions() {
  const { mutate, ...rest } = useChange(keys.browserSessions);
  return {
    ...rest,
    end: (which: { id: string } | { others: true }, onSuccess: () => void = () => {}) =>
      mutate({ method: "POST", path: "/api/auth/sessions/end", body: which }, { onSuccess }),
  };
}
