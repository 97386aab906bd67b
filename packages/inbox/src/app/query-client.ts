import { QueryCache, QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import { ApiError } from "../api/request.ts";

const MAX_RETRIES = 2;
const PASSING_CODES = new Set(["NO_ANSWER", "UNAVAILABLE"]);

/** Creates the query cache. Requests ignore the browser's network status, because the server may run on this machine. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const endedSession = error instanceof ApiError && error.code === "UNAUTHENTICATED";
        if (endedSession && query.queryKey[0] !== keys.me[0]) void client.invalidateQueries({ queryKey: keys.me });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && PASSING_CODES.has(error.code),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  return client;
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}
