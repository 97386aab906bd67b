import type { AuditEntry, AuditReport, Evidence } from "@countersign/protocol";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request, type ApiError } from "./request.ts";

/** Filter of the audit log. A missing key means no restriction. */
export interface AuditSearchFilter {
  q?: string;
  kind?: string;
  actionId?: string;
  /** Key id of an agent: what it did, and what happened to its actions. */
  agentId?: string;
  /** User id of the person who did it. */
  actorId?: string;
  toolName?: string;
  /** Statuses that the actions have now, separated by commas. */
  status?: string;
  /** Earliest time of an entry, in ISO 8601. */
  from?: string;
  /** The entry was made before this time, in ISO 8601. */
  until?: string;
}

const PAGE_SIZE = 100;

/** The audit log, newest first, in pages. */
export const auditQuery = (filter: AuditSearchFilter) =>
  infiniteQueryOptions({
    queryKey: keys.audit({ ...filter }),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filter, sort: "newest", limit: String(PAGE_SIZE) });
      if (pageParam !== null) query.set("beforeSeq", String(pageParam));
      return request<{ items: AuditEntry[] }>("GET", `/api/audit?${query}`, undefined, signal);
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? null : (items.at(-1)?.seq ?? null)),
  });

export const evidencePath = (id: string): string => `/api/pending-actions/${encodeURIComponent(id)}/evidence`;

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: keys.evidence(id),
    queryFn: ({ signal }) => request<Evidence>("GET", evidencePath(id), undefined, signal),
  });

/** Requests a verification of the whole log; the server recomputes each hash. */
export const useVerifyAudit = () =>
  useMutation<AuditReport, ApiError, void>({ mutationFn: () => request<AuditReport>("POST", "/api/audit/verify", {}) });
