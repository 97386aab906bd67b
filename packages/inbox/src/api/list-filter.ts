import type { ActionStatus, ListSort } from "@countersign/protocol";

/** Filter and order of a list of actions. A missing key means no restriction. */
export interface QueueFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  risk?: string;
  /** Key id of an agent. */
  proposedBy?: string;
  /** User id, or `none`. */
  assignee?: string;
  /** User id of a person with a decision on the action. */
  decidedBy?: string;
  /** Earliest time of the proposal, in ISO 8601. */
  from?: string;
  /** The proposal was made before this time, in ISO 8601. */
  until?: string;
  olderThanSeconds?: string;
  q?: string;
  /** Newest first if missing. */
  sort?: ListSort;
}

export function listPath(filter: QueueFilter, cursor: string | null, limit: number): string {
  const query = toQuery({ limit: String(limit) }, filter);
  if (cursor !== null) query.set("cursor", cursor);
  return `/api/pending-actions?${query}`;
}

export type ExportFormat = "csv" | "jsonl";

/** Address of a file with all actions of the list, newest first. */
export function exportPath({ sort: _sort, ...filter }: QueueFilter, format: ExportFormat): string {
  return `/api/pending-actions/export?${toQuery({ format }, filter)}`;
}

function toQuery(first: Record<string, string>, { status, ...texts }: QueueFilter): URLSearchParams {
  const query = new URLSearchParams(first);
  if (status && status.length > 0) query.set("status", status.join(","));
  for (const [name, value] of Object.entries(texts)) if (value) query.set(name, value);
  return query;
}
