import type { JsonObject } from "@countersign/protocol";
import { createChainReader, type ChainFault } from "../core/audit-chain.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { actionDigest } from "../core/digest.ts";
import type { Database } from "../store/database.ts";
import { findAuditHead, findEventsAfter } from "../store/statements/audit-events.ts";
import {
  findActionsBesideTheirLastEvent,
  findDecisionsBesideTheirEvents,
  findDigestParts,
} from "../store/statements/audit-evidence.ts";
import { toAuditEntry } from "./to-wire.ts";

export interface AuditReport {
  workspaceId: string;
  events: number;
  /** Hash of the last event; write it down elsewhere to notice a log that was cut short later. */
  head: string;
  faults: (ChainFault & { actionId?: string })[];
}

const PAGE = 1000;
/** Rows with their inputs, which may be a mebibyte each. */
const INPUTS_PAGE = 20;

/**
 * Reads every workspace's chain from its first event, computes each hash again, and compares each action with the last
 * event that tells of it, its input with its digest, and each decision with its own event. A row changed, removed or moved by
 * hand is named. Not covered: the values of the target that a reviewer saw beside the preview (`current`, `proposed`).
 */
export async function verifyAudit(database: Database, workspaceId?: string): Promise<AuditReport[]> {
  const workspaces = await database.kysely.selectFrom("workspace").select("id").orderBy("id").execute();
  const wanted = workspaces.map(({ id }) => id).filter((id) => workspaceId === undefined || id === workspaceId);
  const reports: AuditReport[] = [];
  for (const id of wanted) reports.push(await verifyWorkspace(database, id));
  return reports;
}

async function verifyWorkspace(database: Database, workspaceId: string): Promise<AuditReport> {
  const chain = createChainReader();
  const faults: AuditReport["faults"] = [];
  // Looked at before and after, because the log may grow while it is read.
  const before = await findAuditHead(database.kysely, workspaceId);
  let atHead = chain.end.hash;
  scan: for (let read = PAGE; read === PAGE;) {
    const rows = await findEventsAfter(database.kysely, workspaceId, chain.end.seq, PAGE);
    read = rows.length;
    for (const row of rows) {
      const fault = chain.read(toAuditEntry(row));
      if (fault) {
        faults.push(row.actionId === null ? fault : { ...fault, actionId: row.actionId });
        break scan;
      }
      if (row.seq === before?.seq) atHead = chain.end.hash;
    }
  }
  const after = await findAuditHead(database.kysely, workspaceId);
  const isWhole =
    before !== undefined &&
    after !== undefined &&
    before.seq <= chain.end.seq &&
    hex(before.hash) === atHead &&
    chain.end.seq <= after.seq;
  if (faults.length === 0 && !isWhole) {
    const written = before?.seq ?? "no";
    faults.push({ seq: chain.end.seq + 1, problem: `missing: the log ends here, but ${written} events were written` });
  }
  const broken = faults.length > 0;
  faults.push(...(await compareActions(database, workspaceId)));
  faults.push(...(await compareDigests(database, workspaceId)));
  // A chain that does not hold can say nothing about decisions.
  const decisions = broken ? [] : await findDecisionsBesideTheirEvents(database.kysely, workspaceId);
  for (const { actionId, seq } of decisions) {
    const problem = seq === null ? "a decision no event tells of" : "the decision this event tells of was changed or deleted";
    faults.push({ seq: seq ?? 0, actionId, problem });
  }
  return { workspaceId, events: chain.end.seq, head: chain.end.hash, faults };
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

/** The chain may be whole and a row of `action` altered beside it: its last event says what it must be. */
async function compareActions(database: Database, workspaceId: string): Promise<AuditReport["faults"]> {
  const rows = await findActionsBesideTheirLastEvent(database.kysely, workspaceId);
  return rows.flatMap(({ actionId, seq, stored, recorded }) => {
    if (stored === null) return [{ seq, actionId, problem: "the action was deleted" }];
    if (recorded === null) return [{ seq: 0, actionId, problem: "the action has no event" }];
    return stored === recorded ? [] : [{ seq, actionId, problem: `the action says ${stored}, its last event ${recorded}` }];
  });
}

/** The digest is on the chain, so an input that does not give it any more was changed. */
async function compareDigests(database: Database, workspaceId: string): Promise<AuditReport["faults"]> {
  const faults: AuditReport["faults"] = [];
  for (let after = ""; ;) {
    const rows = await findDigestParts(database.kysely, workspaceId, after, INPUTS_PAGE);
    for (const row of rows) {
      if (!isAsDecided(workspaceId, row))
        faults.push({ seq: 0, actionId: row.id, problem: "its input, target or edits are not what its digest names" });
      after = row.id;
    }
    if (rows.length < INPUTS_PAGE) return faults;
  }
}

function isAsDecided(workspaceId: string, row: Awaited<ReturnType<typeof findDigestParts>>[number]): boolean {
  const { toolName, toolHash, target, snapshot } = row;
  try {
    const input = JSON.parse(row.effectiveInput) as JsonObject;
    const edits = row.userEdits === null ? {} : (JSON.parse(row.userEdits) as JsonObject);
    const merged = { ...(JSON.parse(row.toolInput) as JsonObject), ...edits };
    return (
      actionDigest({ workspaceId, toolName, toolHash, input, target, snapshot }) === row.digest &&
      canonicalJson(merged) === canonicalJson(input)
    );
  } catch {
    return false;
  }
}
