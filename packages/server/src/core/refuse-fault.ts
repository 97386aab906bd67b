import { isDatabaseUnavailable } from "./database-fault.ts";
import { refuse, type Refusal } from "./refusal.ts";

/**
 * What a caller is told of an error that no code expected, in words of ours. A fault that passes asks for the same request again;
 * every other fault says nothing more than that there was one.
 */
export function refuseFault(error: unknown): Refusal {
  if (!isDatabaseUnavailable(error)) return refuse("INTERNAL", "The server could not answer this request.").refusal;
  return refuse("UNAVAILABLE", "The server's database cannot be reached at the moment. Send the same request again.").refusal;
}
