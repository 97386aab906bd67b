import { isDatabaseUnavailable } from "../core/database-fault.ts";
import type { Log } from "../ports/log.ts";

/** Logs an error hidden from its caller. A database outage fails every request, so it logs one line each, without a stack. */
export function logFault(log: Log, message: string, error: unknown, details: Record<string, unknown>): void {
  if (isDatabaseUnavailable(error)) log("warn", message, { ...details, error: String(error) });
  else log("error", message, { ...details, error });
}
