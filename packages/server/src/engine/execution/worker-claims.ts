import { randomUUID } from "node:crypto";
import type { ActionSummary, Claims, JsonObject } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { claimWholeActions, type ClaimedRow, type Judgement } from "../../store/statements/claim-actions.ts";
import {
  extendLease,
  finishExecution,
  recordLateReport,
  type ClaimKey,
  type Ending,
} from "../../store/statements/finish-execution.ts";
import { handBackClaims } from "../../store/statements/hand-back-claims.ts";
import type { ActionRow } from "../../store/statements/row.ts";
import { takeWantedPreviews } from "../../store/statements/previews.ts";
import { findAction } from "../../store/statements/read-actions.ts";
import { createAnswerPreview } from "./answer-preview.ts";
import type { ChangeSignals } from "../changes.ts";
import { claimInRounds } from "./claim-in-rounds.ts";
import { verifyClaim } from "./claimed.ts";
import type { EngineDeps } from "../deps.ts";
import { endAfterLoss } from "./end-after-loss.ts";
import type { WorkerClaims } from "../../ports/workers.ts";
import { failpoint } from "../failpoint.ts";
import { storableFailure, storableResult, storableText } from "./lease.ts";
import { toAction, toActionSummary } from "../actions/to-wire.ts";

const LOOK_AGAIN_MS = 1000;

/** Hands out executions over HTTP. A worker reaches only actions of the tools that its own key registered. */
export function createWorkerClaims(deps: EngineDeps, changes: ChangeSignals): WorkerClaims {
  const { database, settings } = deps;
  const { urgent } = database;

  return {
    async claim(by, { tools, waitSeconds, limit }, signal, isStillValid) {
      if (by.kind !== "worker") return refuse("FORBIDDEN", "Only a worker key can claim executions.");
      const end = performance.now() + waitSeconds * 1000;
      for (let hasWaited = false; ; hasWaited = true) {
        const change = changes.next(by.workspaceId);
        // A disconnected caller must not be handed work: nobody would run it.
        const found = signal?.aborted ? { claims: [], previews: [] } : await claimNow(deps, by, tools, limit);
        const hasWork = found.claims.length > 0 || found.previews.length > 0;
        // A key that ended while its worker waited gets none either: the worker could not report on it.
        const isRefused = hasWork && hasWaited && (await isStillValid?.()) === false;
        if (signal?.aborted || isRefused) {
          change.forget();
          await handBack(deps, by, found.claims);
          return ok({ claims: [], previews: [] });
        }
        const leftMs = end - performance.now();
        if (hasWork || leftMs <= 0) {
          change.forget();
          return ok(found);
        }
        await change.within(Math.min(leftMs, LOOK_AGAIN_MS), signal);
      }
    },
    async heartbeat(by, claimId) {
      const key = by.kind === "worker" ? parseClaimId(by.workspaceId, claimId) : undefined;
      const row = key && (await ownAction(deps, by, key.actionId));
      if (!key || !row) return unknownClaim();
      if (await extendLease(urgent, key, settings.leaseSeconds)) return ok({ leaseSeconds: settings.leaseSeconds });
      return refuse("INVALID_STATE", "This claim has expired. Stop, and do not report again.", { current: toAction(row) });
    },
    complete: async (by, claimId, result) => finish(deps, by, claimId, { outcome: "executed", result: storableResult(result) }),
    fail: async (by, claimId, { code, message }) =>
      finish(
        deps,
        by,
        claimId,
        code === "outcome_unknown" ? lostEnding(message) : { outcome: "failed", error: storableFailure({ code, message }) },
      ),
    answerPreview: createAnswerPreview(deps, (by, id) => ownAction(deps, by, id)),
  };
}

async function claimNow(deps: EngineDeps, by: Principal, tools: readonly string[], limit: number): Promise<Claims> {
  const { unreached } = deps;
  await unreached.giveBack();
  const runs: string[] = [];
  try {
    return await claimIn(deps, runs, by, tools, limit);
  } catch (error) {
    // The worker gets an error, so nobody receives whatever was claimed.
    for (const run of runs) unreached.addRun(run);
    throw error;
  }
}

/** Claims up to `limit` actions; `runs` receives an id for each claiming statement. */
async function claimRows(deps: EngineDeps, runs: string[], by: Principal, tools: readonly string[], limit: number) {
  const { settings, database } = deps;
  const asked = { source: by.id, workspaceId: by.workspaceId, tools, leaseSeconds: settings.leaseSeconds, by };
  const claimed: (ClaimedRow & ActionRow)[] = [];
  const claim = async (judged: readonly Judgement[]) => {
    const run = randomUUID();
    runs.push(run);
    return claimWholeActions(database.kysely, { ...asked, limit: limit - claimed.length, run, judged });
  };
  if (limit > 0) for await (const rows of claimInRounds(deps, claim)) claimed.push(...rows);
  return claimed;
}

async function claimIn(
  deps: EngineDeps,
  runs: string[],
  by: Principal,
  tools: readonly string[],
  limit: number,
): Promise<Claims> {
  const { database } = deps;
  const { kysely } = deps.database;
  const rows = await claimRows(deps, runs, by, tools, limit);
  if (rows.length > 0) {
    failpoint("claim.committed");
    database.notify(by.workspaceId);
  }
  const claims: Claims["claims"] = [];
  for (const row of rows) {
    if (row.claimId === null) continue;
    const claimed = verifyClaim(row);
    if (claimed) claims.push(toClaim(deps, row, claimed.input));
    else await withholdForged(deps, row, by);
  }
  const previews = await takeWantedPreviews(kysely, by.workspaceId, by.id, tools);
  return { claims, previews: previews.map((row) => ({ ...row, input: JSON.parse(row.input) as JsonObject })) };
}

/** Gives back claims whose caller disconnected meanwhile: nothing was delivered, so nobody has to wait for the lease. */
async function handBack(deps: EngineDeps, by: Principal, claims: Claims["claims"]): Promise<void> {
  const { urgent } = deps.database;
  const { database } = deps;
  const names = claims.flatMap(({ id }) => parseClaimId(by.workspaceId, id)?.claimId ?? []);
  await handBackClaims(urgent, names, by, "The claim did not reach a worker.");
  if (claims.length > 0) database.notify(by.workspaceId);
}

async function withholdForged({ database: { kysely } }: EngineDeps, row: ClaimedRow, by: Principal): Promise<void> {
  const error = { code: "invalid", message: "The stored call is not the approved one. Nothing ran." } as const;
  await finishExecution(kysely, keyOf(row), by, endAfterLoss(row, { outcome: "failed", error }));
}

const toClaim = (
  { settings }: EngineDeps,
  row: ClaimedRow & ActionRow,
  effectiveInput: JsonObject,
): Claims["claims"][number] => ({
  id: `${row.id}:${row.claimId}`,
  action: toActionSummary(row),
  effectiveInput,
  idempotencyKey: `act_${row.id}`,
  attempt: row.attempt,
  leaseSeconds: settings.leaseSeconds,
  timeoutSeconds: row.timeoutSeconds ?? 300,
  reconcile: row.effect === "reconcilable" && row.attempt > 1,
});

async function finish(deps: EngineDeps, by: Principal, claimId: string, ending: Ending): Promise<Result<ActionSummary>> {
  const { database } = deps;
  const { kysely } = deps.database;
  const key = parseClaimId(by.workspaceId, claimId);
  const row = key && (await ownAction(deps, by, key.actionId));
  // A worker that was never given this claim has nothing to report, late or not.
  if (!key || !row?.attempts.some((attempt) => attempt.claimId === key.claimId)) return unknownClaim();
  const finished = await deps.batched.finish({ claim: key, by, ending: endAfterLoss(row, ending) });
  if (finished) {
    failpoint("finish.committed");
    database.notify(by.workspaceId);
    return ok(toActionSummary({ ...row, ...finished }));
  }
  await recordLateReport(kysely, key, by, ending);
  database.notify(by.workspaceId);
  // Read again, because the claim was lost after the first read.
  const current = toAction((await ownAction(deps, by, key.actionId)) ?? row);
  return refuse("INVALID_STATE", "This claim has expired. The report was added to the timeline and changed nothing else.", {
    current,
    resolvedBy: current.resolvedBy,
  });
}

async function ownAction({ database: { kysely } }: EngineDeps, by: Principal, actionId: string) {
  const row = await findAction(kysely, by.workspaceId, actionId);
  return row?.source === by.id ? row : undefined;
}

const keyOf = (row: ClaimedRow): ClaimKey => ({ workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId ?? "" });

function parseClaimId(workspaceId: string, id: string): ClaimKey | undefined {
  const [actionId, claimId, ...more] = id.split(":");
  return actionId && claimId && more.length === 0 ? { workspaceId, actionId, claimId } : undefined;
}

const lostEnding = (message: string): Ending => ({ outcome: "lost", note: storableText(message) });

const unknownClaim = (): Result<never> => refuse("NOT_FOUND", "There is no such claim for a tool that this key registered.");
