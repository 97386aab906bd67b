import type { Emergency } from "@countersign/protocol";
import { keys } from "../../api/keys.ts";
import { useChange, type ChangeRequest } from "../../api/use-change.ts";

export const STOP_PATH = "/api/emergency-stop";

/** Stops every execution of the workspace. The reason may be empty. */
export function useStopEverything() {
  const change = useChange<Emergency>(keys.emergency, keys.counts);
  return {
    isPending: change.isPending,
    error: change.error,
    stop: (reason: string, options?: Parameters<typeof change.mutate>[1]) => change.mutate(stopRequest(reason), options),
  };
}

const stopRequest = (reason: string): ChangeRequest => ({
  method: "POST",
  path: STOP_PATH,
  body: reason === "" ? {} : { reason },
});
