import { keptResultOf, type AuditReport, type Json, type JsonObject } from "@countersign/protocol";
import { createChainReader, GENESIS } from "../../core/audit-chain.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { actionDigest } from "../../core/digest.ts";
import type { Database } from "../../store/database.ts";
import { findAuditHead, findEventsAfter } from "../../store/statements/audit-events.ts";
import {
  countActionsOf,
  findActionIds,
  findActionsBesideTheirLastEvent,
  findDecisionsBesideTheirEvents,
  findDigestParts,
} from "../../store/statements/audit-evidence.ts";
import { findCommentsBesideTheirEvents } from "../../store/statements/comments.ts";
import { findShortResults, hashKeptPages } from "../../store/statements/kept-results.ts";
import { toAuditEntry } from "../actions/to-wire.ts";
import { verifySettings } from "./verify-settings.ts";

/** Position of a verification: everything up to here was read. */
export interface AuditPosition {
  workspaceId: string;
  /** The last event read, and its hash. */
  seq: number;
  hash: string;
  /** The last action compared; empty before the first. */
  actionId: string;
}

export interface AuditProgress {
  position: AuditPosition;
  /** Current step: first the events of the chain, then the actions beside it. */
  step: "events" | "actions";
  done: number;
  of: number;
  faults: AuditReport["faults"];
}

export interface VerifyOptions {
  /** Resumes after this position, in its workspace only. */
  from?: AuditPosition | undefined;
  /** Called after each page; an error it throws ends the verification. */
  onProgress?: ((progress: AuditProgress) => void) | undefined;
}

const EVENTS_PAGE = 1000;
const ACTIONS_PAGE = 500;
/** Rows read with their inputs, which may be 1 MiB each. */
const INPUTS_PAGE = 20;

/**
 * Verifies the audit chain of one or every workspace: computes each hash again, and compares each action with its last event,
 * its input with its digest, each decision and comment with its event, and each setting with its last event. Names rows that were changed,
 * removed or moved by hand. Reads pages, so that no statement grows with the log. SPEC.md lists what this cannot see.
 */
export async function verifyAudit(
  database: Database,
  workspaceId?: string,
  { from, onProgress }: VerifyOptions = {},
): Promise<AuditReport[]> {
  const only = from?.workspaceId ?? workspaceId;
  const workspaces = await database.kysely.selectFrom("workspace").select("id").orderBy("id").execute();
  const wanted = workspaces.map(({ id }) => id).filter((id) => only === undefined || id === only);
  const reports: AuditReport[] = [];
  for (const id of wanted) {
    const start = from ?? { workspaceId: id, seq: 0, hash: GENESIS, actionId: "" };
    reports.push(await verifyWorkspace(database, start, onProgress));
  }
  return reports;
}

async function verifyWorkspace(
  database: Database,
  from: AuditPosition,
  onProgress: VerifyOptions["onProgress"],
): Promise<AuditReport> {
  const { end, faults } = await verifyChain(database, from, onProgress);
  // A broken chain proves nothing about decisions.
  const isChainWhole = faults.length === 0;
  await compareActions(database, { ...from, ...end }, { faults, isChainWhole, onProgress });
  const { settings, faults: ofSettings } = await verifySettings(database, from.workspaceId);
  faults.push(...ofSettings);
  return { workspaceId: from.workspaceId, events: end.seq, head: end.hash, faults, settings };
}

async function verifyChain(database: Database, from: AuditPosition, onProgress: VerifyOptions["onProgress"]) {
  const { workspaceId } = from;
  const chain = createChainReader(from);
  const faults: AuditReport["faults"] = [];
  // Read before and after, because the log may grow meanwhile.
  const before = await findAuditHead(database.kysely, workspaceId);
  let atHead = chain.end.hash;
  scan: for (let read = EVENTS_PAGE; read === EVENTS_PAGE;) {
    const rows = await findEventsAfter(database.kysely, workspaceId, chain.end.seq, EVENTS_PAGE);
    read = rows.length;
    for (const row of rows) {
      const fault = chain.read(toAuditEntry(row));
      if (fault) {
        faults.push(row.actionId === null ? fault : { ...fault, actionId: row.actionId });
        break scan;
      }
      if (row.seq === before?.seq) atHead = chain.end.hash;
    }
    const { end } = chain;
    onProgress?.({ position: { ...from, ...end }, step: "events", done: end.seq, of: before?.seq ?? end.seq, faults });
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
  return { end: chain.end, faults };
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

interface Comparing extends Pick<VerifyOptions, "onProgress"> {
  /** Faults of the chain; those of the rows are appended. */
  faults: AuditReport["faults"];
  isChainWhole: boolean;
}

/** Compares rows with the chain: rows may be altered beside an intact chain. */
async function compareActions(
  database: Database,
  from: AuditPosition,
  { faults, isChainWhole, onProgress }: Comparing,
): Promise<void> {
  const { workspaceId } = from;
  const of = await countActionsOf(database.kysely, workspaceId);
  let done = 0;
  for (let { actionId } = from; ;) {
    const ids = await findActionIds(database.kysely, workspaceId, actionId, ACTIONS_PAGE);
    if (ids.length === 0) return;
    faults.push(...(await compareRows(database, workspaceId, ids)));
    faults.push(...(await compareDigests(database, workspaceId, ids)));
    faults.push(...(await compareKeptResults(database, workspaceId, ids)));
    if (isChainWhole) {
      faults.push(...(await compareDecisions(database, workspaceId, ids)));
      faults.push(...(await compareComments(database, workspaceId, ids)));
    }
    actionId = ids.at(-1)!;
    done += ids.length;
    onProgress?.({ position: { ...from, actionId }, step: "actions", done, of: Math.max(of, done), faults });
  }
}

/** Compares each action's row with its last event. */
async function compareRows(database: Database, workspaceId: string, ids: readonly string[]): Promise<AuditReport["faults"]> {
  const rows = await findActionsBesideTheirLastEvent(database.kysely, workspaceId, ids);
  return rows.flatMap(({ actionId, seq, stored, recorded }) => {
    if (stored === null) return [{ seq, actionId, problem: "the action was deleted" }];
    if (recorded === null) return [{ seq: 0, actionId, problem: "the action has no event" }];
    return [{ seq, actionId, problem: `the action says ${stored}, its last event ${recorded}` }];
  });
}

/** Compares kept results with the hash in the action's result, which its last event covers. */
async function compareKeptResults(
  { kysely }: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<AuditReport["faults"]> {
  const faults: AuditReport["faults"] = [];
  for (let n = 0; n < ids.length; n += INPUTS_PAGE) {
    for (const { id: actionId, result } of await findShortResults(kysely, workspaceId, ids.slice(n, n + INPUTS_PAGE))) {
      const kept = keptResultOf(JSON.parse(result) as Json);
      if (!kept?.isWhole) continue;
      const { sha256 } = kept;
      const hash = await hashKeptPages(kysely, { workspaceId, actionId, sha256 });
      if (hash !== sha256) faults.push({ seq: 0, actionId, problem: "the stored result was changed or deleted" });
    }
  }
  return faults;
}

async function compareDecisions(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<AuditReport["faults"]> {
  const rows = await findDecisionsBesideTheirEvents(database.kysely, workspaceId, ids);
  return rows.map(({ actionId, seq }) => {
    const problem =
      seq === null ? "a decision without an event" : "the decision that this event records was changed or deleted";
    return { seq: seq ?? 0, actionId, problem };
  });
}

async function compareComments(
  { kysely }: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<AuditReport["faults"]> {
  return (await findCommentsBesideTheirEvents(kysely, workspaceId, ids)).map(({ actionId, seq }) => {
    const problem = seq === null ? "a comment without an event" : "the comment that this event records was changed or deleted";
    return { seq: seq ?? 0, actionId, problem };
  });
}

/** Compares each input with its digest, which is on the chain. */
async function compareDigests(database: Database, workspaceId: string, ids: readonly string[]): Promise<AuditReport["faults"]> {
  const faults: AuditReport["faults"] = [];
  for (let n = 0; n < ids.length; n += INPUTS_PAGE) {
    for (const row of await findDigestParts(database.kysely, workspaceId, ids.slice(n, n + INPUTS_PAGE))) {
      if (isAsDecided(workspaceId, row)) continue;
      faults.push({ seq: 0, actionId: row.id, problem: "the input, target or edits do not match the digest" });
    }
  }
  return faults;
}

function isAsDecided(workspaceId: string, row: Awaited<ReturnType<typeof findDigestParts>>[number]): boolean {
  const { toolName, toolHash, target, snapshot } = row;
  try {
    const edits = row.userEdits === null ? {} : (JSON.parse(row.userEdits) as JsonObject);
    const merged = { ...(JSON.parse(row.toolInput) as JsonObject), ...edits };
    return (
      actionDigest({ workspaceId, toolName, toolHash, input: row.effectiveInput, target, snapshot }) === row.digest &&
      canonicalJson(merged) === row.effectiveInput
    );
  } catch {
    return false;
  }
}
