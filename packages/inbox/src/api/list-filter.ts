import type { ActionStatus } from "@countersign/protocol";

/** What a list of actions is narrowed to. A missing key means no restriction. */
export interface ListFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  batchId?: string;
  risk?: string;
  q?: string;
}

export function listPath(filter: ListFilter, cursor: string | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  const { status, ...texts } = filter;
  if (status && status.length > 0) query.set("status", status.join(","));
  for (const [name, value] of Object.entries(texts)) if (value) query.set(name, value);
  if (cursor !== null) query.set("cursor", cursor);
  return `/api/pending-actions?${query}`;
}
