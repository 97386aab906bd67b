import { isDatabaseUnavailable } from "./database-fault.ts";
import { refuse, type Refusal } from "./refusal.ts";

/**
 * Converts an unexpected error into a refusal with our own wording. A transient database fault asks the caller to retry; every
 * other fault reveals only that there was one.
 */
export function refuseFault(error: unknown): Refusal {
  if (!isDatabaseUnavailable(error)) return refuse("INTERNAL", "The server could not process this request.").refusal;
  return refuse("UNAVAILABLE", "The server cannot reach its database. Send the same request again.").refusal;
}
