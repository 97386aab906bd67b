import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { request, type ApiError } from "./request.ts";

/** One request that changes something: `PUT` to a path, with the fields that change. */
export interface ChangeRequest {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
}

/**
 * Sends changes one at a time. Whatever the answer, what it may have touched is read again: after a lost answer nobody
 * here knows whether it was made.
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

/** The path of one thing in a list, whatever characters its name has. */
export const pathOf = (list: string, name: string): string => `/api/${list}/${encodeURIComponent(name)}`;
