import type { AuditFilter } from "../../api/audit-queries.ts";

export type AuditSearch = AuditFilter;

/** The filter in the address; empty and unknown parts are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [q, kind, actionId] = [text("q"), text("kind"), text("actionId")];
  return { ...(q !== undefined && { q }), ...(kind !== undefined && { kind }), ...(actionId !== undefined && { actionId }) };
}
