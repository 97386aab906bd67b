import type { Json, JsonObject } from "@countersign/protocol";
import { maskJson } from "../core/mask-secrets.ts";
import type { Log } from "../ports/log.ts";
import { maskKnown } from "./secrets/known-secrets.ts";

/** Formats an event as one line of JSON, with every known secret masked. */
export function logLine(at: Date, ...[level, message, details = {}]: Parameters<Log>): string {
  const told = JSON.parse(
    JSON.stringify(details, (_key, value: unknown) => (value instanceof Error ? value.stack : value)),
  ) as Json;
  const said = maskJson(maskKnown, { message, ...(told as JsonObject) });
  return `${JSON.stringify({ at: at.toISOString(), level, ...said })}\n`;
}
