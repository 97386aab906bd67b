import type { JsonObject } from "@countersign/protocol";
import type { McpCall } from "./call.ts";

/** RFC 5424, quietest last. */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
const RANK: ReadonlyMap<unknown, number> = new Map(LOG_LEVELS.map((level, rank) => [level, rank]));

/** A client of 2026-07-28 hears what it asked for on the request, an earlier one everything until it sets a level. */
export function isLoudEnough({ logLevel }: Pick<McpCall, "logLevel">, { level }: JsonObject): boolean {
  const least = RANK.get(logLevel);
  return least !== undefined && (RANK.get(level) ?? 0) >= least;
}

export const isLogLevel = (level: unknown): level is string => RANK.has(level);
