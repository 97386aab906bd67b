import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { request, type ApiError } from "./request.ts";

/** One request that changes something; `body` has the fields that change. */
export interface ChangeRequest {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
}

/**
 * Sends one change per call. Afterwards the touched queries are always refetched, because a change may have been made although
 * its answer was lost.
 */
export function useChange<T = unknown>(...touched: readonly QueryKey[]) {
  const cache = useQueryClient();
  return useMutation<T, ApiError, ChangeRequest>({
    mutationFn: ({ method, path, body }) => request<T>(method, path, body),
    onSettled: async () => {
      await Promise.all(touched.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

/** Path of one item in a list; its name may contain any characters. */
export const pathOf = (list: string, name: string): string => `/api/${list}/${encodeURIComponent(name)}`;
