import type { JsonObject } from "@countersign/protocol";
import type { McpCall } from "./call.ts";

/** Levels of RFC 5424, least severe first. */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
const RANK: ReadonlyMap<unknown, number> = new Map(LOG_LEVELS.map((level, rank) => [level, rank]));

/** A modern client gets no messages unless its request names a level; an earlier client gets all until it sets one. */
export function isLoudEnough({ logLevel }: Pick<McpCall, "logLevel">, { level }: JsonObject): boolean {
  const least = RANK.get(logLevel);
  return least !== undefined && (RANK.get(level) ?? 0) >= least;
}

export const isLogLevel = (level: unknown): level is string => RANK.has(level);
