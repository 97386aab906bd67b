import type { ActionSummary } from "@countersign/protocol";
import { useQueries } from "@tanstack/react-query";
import { proposalsQuery, type ReviewPayload } from "../../api/proposals-query.ts";

/** Maximum number of ids that the server accepts per request. */
const MAX_IDS = 200;

/** Reads the review payloads of these rows in as few requests as possible. */
export const usePayloads = (sessionId: string, rows: readonly ActionSummary[]) =>
  useQueries({
    queries: inGroups(rows, MAX_IDS).map((part) => proposalsQuery(sessionId, part)),
    combine: (parts) => ({
      byId: Object.assign({}, ...parts.map(({ data }) => data)) as Partial<Record<string, ReviewPayload>>,
      error: parts.find(({ error }) => error !== null)?.error,
    }),
  });

function inGroups<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}
