import type { Emergency } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { ApiError, request } from "../../api/request.ts";
import { strings } from "../../strings/emergency.tsx";

export const STOP_PATH = "/api/emergency-stop";

/** Stops every execution of the workspace; the reason may be empty. `onError` is called also after the page has changed. */
export function useStopEverything(onError?: (error: ApiError) => void) {
  const cache = useQueryClient();
  return useMutation<Emergency, ApiError, string>({
    mutationFn: stopEverything,
    onSuccess: (now) => cache.setQueryData(keys.emergency, now),
    onError: (error) => onError?.(error),
    onSettled: () => {
      for (const queryKey of [keys.emergency, keys.counts]) void cache.invalidateQueries({ queryKey });
    },
  });
}

/** Succeeds also if somebody else was first: everything is stopped. */
async function stopEverything(reason: string): Promise<Emergency> {
  try {
    return await request<Emergency>("POST", STOP_PATH, reason === "" ? {} : { reason });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "INVALID_STATE") throw error;
    const now = await request<Emergency>("GET", STOP_PATH).catch(() => null);
    if (now?.stop) return now;
    throw error;
  }
}

/** Only a refusal says that nothing was stopped. Without an answer, or after a fault of the server, nobody knows. */
export const stopFaultTitle = ({ problem }: ApiError): string =>
  problem && problem.status < 500 ? strings.notStopped : strings.perhapsNotStopped;
