import type { ServerResponse } from "node:http";
import type { Log } from "../ports/log.ts";

const RECHECK_SECONDS = 20;

/** Responses that are still open: streams, and calls that wait for a person. */
export interface WatchedKeys {
  /** Ends the response within about 20 s after `isValid` becomes false. */
  watch(response: Pick<ServerResponse, "once" | "destroy">, isValid: () => Promise<boolean>): void;
  /** Checks every open response now. */
  recheck(): Promise<void>;
}

export function createWatchedKeys(log: Log): WatchedKeys {
  const watched = new Map<Pick<ServerResponse, "destroy">, () => Promise<boolean>>();
  let timer: NodeJS.Timeout | undefined;

  async function recheck(): Promise<void> {
    for (const [response, isValid] of watched) {
      try {
        if (!(await isValid())) response.destroy();
      } catch (error) {
        log("warn", "the key of an open response could not be checked", { error });
      }
    }
  }

  return {
    watch(response, isValid) {
      watched.set(response, isValid);
      timer ??= setInterval(() => void recheck(), RECHECK_SECONDS * 1000).unref();
      response.once("close", () => {
        watched.delete(response);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    recheck,
  };
}
