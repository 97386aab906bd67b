import { ACTION_STATUSES } from "@countersign/protocol";
import { DAYS_CHECKS, type DaysSearch } from "../../ui/days.ts";

/** Filters of the audit log as the URL holds them. */
export interface AuditSearch extends DaysSearch {
  q?: string;
  kind?: string;
  actionId?: string;
  /** Key id of an agent. */
  agent?: string;
  /** User id of the person who did it. */
  person?: string;
  tool?: string;
  /** Statuses separated by commas. */
  status?: string;
}
const TEXTS = ["q", "kind", "actionId", "agent", "person", "tool"] as const;
const DAYS = ["days", "from", "until"] as const;

/** Reads search parameters of the URL; drops everything that is not a valid filter. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (name: string): string => (typeof search[name] === "string" ? search[name] : "");
  const status = knownStatuses(text("status"));
  return Object.fromEntries([
    ...TEXTS.filter((name) => text(name) !== "").map((name) => [name, text(name)]),
    ...DAYS.filter((name) => DAYS_CHECKS[name].test(text(name))).map((name) => [name, text(name)]),
    ...(status === "" ? [] : [["status", status]]),
  ]);
}

const knownStatuses = (list: string): string =>
  list
    .split(",")
    .filter((word) => ACTION_STATUSES.some((known) => known === word))
    .join(",");
