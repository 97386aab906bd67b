import type { Me } from "@countersign/protocol";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { chooseWorkspace } from "./chosen-workspace.ts";
import { keys } from "./keys.ts";
import { request, stayIn, type ApiError } from "./request.ts";

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }) => {
    const me = await request<Me>("GET", "/api/me", undefined, signal);
    stayIn(me.workspaces.length > 1 ? me.workspaceId : undefined);
    return me;
  },
  staleTime: 60_000,
});

/** Opens the inbox in another workspace, here and whenever this browser opens it next. Other tabs stay where they are. */
export function switchWorkspace(id: string): void {
  chooseWorkspace(id);
  globalThis.location.assign("/");
}

/** The signed-in person; undefined while unknown. */
export const useMe = (): Me | undefined => useQuery(meQuery).data;

/** Whether the server runs this feature; true while unknown, so that its links do not appear late on every page. */
export const useFeature = (name: string): boolean => useMe()?.features.includes(name) ?? true;

/** Whether the person may decide. The server checks it again with every decision. */
export const mayDecide = (me: Me | undefined): boolean => me?.role === "approver" || me?.role === "admin";

interface SignInSteps {
  "sign-in/email": { email: string; password: string };
  /** Consumes the one-time link. */
  "sign-in/link": { token: string };
  /** Gives the first administrator a name and a password. */
  "account/setup": { name: string; email: string; password: string };
  /** Sets a new password with the one-time link of a mail; signs nobody in. */
  "password/reset": { token: string; password: string };
  "sign-out": Record<string, never>;
}

/** One step of signing in or out; afterwards the cache refetches the signed-in person. */
export function useSignInStep<N extends keyof SignInSteps>(step: N) {
  const cache = useQueryClient();
  return useMutation<unknown, ApiError, SignInSteps[N]>({
    mutationFn: (body) => request("POST", `/api/auth/${step}`, body),
    onSuccess: async () => {
      // The next person may belong to another workspace.
      stayIn(undefined);
      // Cached data of one person must not be visible to the next one.
      if (step === "sign-out") cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] });
      await cache.resetQueries({ queryKey: keys.me });
    },
  });
}

/** Asks for a mail with a link to choose a new password. The answer does not tell whether somebody has the address. */
export const useForgottenPassword = () =>
  useMutation<unknown, ApiError, { email: string }>({
    mutationFn: (body) => request("POST", "/api/auth/password/forgot", body),
  });

/** What the sign-in page offers. */
export interface OfferedWays {
  passwords: "everyone" | "administrators";
  providers: { id: string; name: string }[];
}

export const signInWaysQuery = queryOptions({
  queryKey: keys.signInWays,
  queryFn: ({ signal }) => request<OfferedWays>("GET", "/api/auth/provider/ways", undefined, signal),
  retry: 1,
});

/** Leaves for the sign-in page of a provider, which sends the browser back to `next`. */
export const useBeginSignOn = () =>
  useMutation<unknown, ApiError, { provider: string; next?: string }>({
    mutationFn: async (body) => {
      const { url } = await request<{ url: string }>("POST", "/api/auth/provider/begin", body);
      globalThis.location.assign(url);
    },
  });
