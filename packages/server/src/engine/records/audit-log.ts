import type { AuditReport, Evidence, JsonObject } from "@countersign/protocol";
import { chainHash } from "../../core/audit-chain.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { actionDigest, sha256Hex } from "../../core/digest.ts";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { findLinkedEvents, searchEvents, type LinkedRow } from "../../store/statements/search-events.ts";
import type { EngineDeps } from "../deps.ts";
import type { AuditLog } from "../../ports/records.ts";
import { toAction, toAuditEntry } from "../actions/to-wire.ts";
import { verifyAudit } from "./verify-audit.ts";

type Entry = Evidence["entries"][number];

/** The audit log: its pages, the evidence of one action, and the verification of a workspace's whole log. */
export function createAuditLog(deps: Pick<EngineDeps, "database">): AuditLog {
  const { database } = deps;
  /** Verifications in progress by workspace. Each reads the whole log, so concurrent callers share one. */
  const running = new Map<string, Promise<AuditReport>>();

  async function readAndVerify(workspaceId: string): Promise<AuditReport> {
    const [report] = await verifyAudit(database, workspaceId);
    if (!report) throw new Error(`there is no workspace ${workspaceId}`);
    return report;
  }

  return {
    async page(by, { sort, limit, ...filter }) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members of the workspace can read the audit log.");
      const asked = {
        sort: sort ?? (filter.beforeSeq === undefined ? "oldest" : "newest"),
        limit: limit ?? (filter.actionId === undefined ? 200 : 1000),
      } as const;
      return ok((await searchEvents(database.kysely, by.workspaceId, filter, asked)).map(toAuditEntry));
    },

    async evidence(by, id) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members of the workspace can read evidence.");
      // One snapshot for both reads: a row that changed between them would look as if its log were wrong.
      const { row, events } = await database.kysely
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (trx) => ({
          row: await findAction(trx, by.workspaceId, id),
          events: await findLinkedEvents(trx, by.workspaceId, id),
        }));
      if (!row) return refuse("NOT_FOUND", "There is no such action in this workspace.");
      const entries = events.map(toEntry);
      const digestMatches = digestOf(row) === row.digest;
      return ok({ action: toAction(row), entries, digestMatches, faults: faultsOf(row, entries, digestMatches) });
    },

    async verify(by) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can verify the log.");
      const { workspaceId } = by;
      const shared = running.get(workspaceId) ?? readAndVerify(workspaceId).finally(() => running.delete(workspaceId));
      running.set(workspaceId, shared);
      return ok(await shared);
    },
  };
}

function toEntry(row: LinkedRow): Entry {
  const entry = toAuditEntry(row);
  const previousHash = row.previousHash === null ? "" : Buffer.from(row.previousHash).toString("hex");
  return { ...entry, previousHash, intact: previousHash !== "" && chainHash(previousHash, entry) === entry.hash };
}

const digestOf = ({ workspaceId, toolName, toolHash, effectiveInput, target, snapshot }: StoredAction): string =>
  actionDigest({ workspaceId, toolName, toolHash, input: effectiveInput, target, snapshot });

/** Fields of an entry that must match the action's row. */
const SAID = ["status", "version", "digest", "previewHash", "resultHash"] as const;

function faultsOf(row: StoredAction, entries: readonly Entry[], digestMatches: boolean): Evidence["faults"] {
  const faults: Evidence["faults"] = entries.flatMap(({ seq, previousHash, intact }) => {
    if (previousHash === "")
      return [{ seq: seq - 1, problem: "missing: the entry before this action's entry no longer exists" }];
    return intact ? [] : [{ seq, problem: "changed, or the entry before it was changed" }];
  });
  // A late report concerns an execution that was lost, not the current row.
  const last = entries.findLast(({ kind }) => kind.startsWith("action.") && kind !== "action.late_report");
  // The oldest entries lack the hashes of preview and result.
  const told = last && "previewHash" in last.data ? SAID : SAID.slice(0, 3);
  const says = (one: JsonObject): string => canonicalJson(Object.fromEntries(told.map((name) => [name, one[name] ?? null])));
  const { status, version, digest } = row;
  const resultHash = row.result === null ? null : sha256Hex(row.result);
  const stored = says({ status, version, digest, previewHash: sha256Hex(row.preview), resultHash });
  if (!last) faults.push({ seq: 0, problem: "the action has no entry" });
  else if (says(last.data) !== stored) {
    faults.push({ seq: last.seq, problem: `the action says ${stored}, its last entry ${says(last.data)}` });
  }
  if (!digestMatches) faults.push({ seq: last?.seq ?? 0, problem: "the stored call does not match its digest" });
  return faults;
}
