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
  olderThanSeconds?: string;
  q?: string;
  /** Newest first if missing. */
  sort?: ListSort;
}

export function listPath(filter: QueueFilter, cursor: string | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  const { status, ...texts } = filter;
  if (status && status.length > 0) query.set("status", status.join(","));
  for (const [name, value] of Object.entries(texts)) if (value) query.set(name, value);
  if (cursor !== null) query.set("cursor", cursor);
  return `/api/pending-actions?${query}`;
}
