import type { ActionStatus, Claim, Json } from "@countersign/protocol";
import { backOffSeconds, pause } from "./back-off.ts";
import { CountersignProblem, InvalidToolInput, ToolError } from "./errors.ts";
import type { Handler } from "./handlers.ts";
import { keepLease } from "./lease.ts";
import { recordableResult, unrecordedResult } from "./plain-json.ts";

/** `outcome_unknown` is not a failure: a person must check what happened. */
type FailCode = "handler" | "timeout" | "invalid" | "stale" | "forbidden" | "outcome_unknown";
type Report =
  | { verb: "complete"; body: { result: Json } }
  | { verb: "fail"; body: { error: { code: FailCode; message: string } } };

/** Posts about one claim; tries once. */
export type PostAboutClaim = <T>(verb: "heartbeat" | "complete" | "fail", body: object) => Promise<T>;

/** Runs one claimed execution to its end and reports it. Never throws. */
export async function runClaim(
  claim: Claim,
  handler: Handler,
  post: PostAboutClaim,
  tell: (error: unknown) => void,
): Promise<void> {
  const lease = keepLease(claim, () => post("heartbeat", {}), tell);
  const report = await execute(claim, handler, lease.signal);
  await sendReport(report, lease.stop(), post, tell);
}

async function execute(claim: Claim, handler: Handler, signal: AbortSignal): Promise<Report> {
  const { idempotencyKey, attempt } = claim;
  if (claim.reconcile) {
    const found = await lookUp(claim, handler);
    if (found !== undefined) return found;
  }
  try {
    const input = await handler.readInput(claim.effectiveInput);
    // The lease may be lost during the look-up; another worker may run the action by now.
    signal.throwIfAborted();
    const { id: actionId, target } = claim.action;
    const snapshot = await needApprovedVersion(claim, handler, input);
    signal.throwIfAborted();
    const result = await handler.execute(input, { idempotencyKey, attempt, signal, actionId, target, snapshot });
    return { verb: "complete", body: { result: recordableResult(result) } };
  } catch (error) {
    return failed(codeOf(error, signal), messageOf(error));
  }
}

/**
 * Asks the tool again what the call changes, and throws if that is not what was approved. The handler compares once more when
 * it writes; this check also finds what no handler can: that the call would now change another target.
 */
async function needApprovedVersion({ action, attempt }: Claim, { describe, definition }: Handler, input: unknown) {
  const { target, snapshot, resolvedBy } = action;
  if (describe === undefined) return snapshot;
  // A previous attempt may have changed the target; the other side recognises the repeat by its key.
  if (definition.effect === "idempotent" && attempt > 1) return snapshot;
  if (snapshot === null && resolvedBy?.kind === "user")
    throw new ToolError("stale", "The call was approved before its changes were shown to anybody. Propose it again.");
  const now = await describe(input);
  if ("faults" in now) {
    const said = now.faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
    throw new ToolError(snapshot === null ? "invalid" : "stale", said);
  }
  if (snapshot !== null && (now.target !== target || now.snapshot !== snapshot))
    throw new ToolError("stale", `${now.target} changed since it was proposed; nothing was written.`);
  return now.snapshot;
}

/** Looks up whether a lost attempt took effect; undefined: it did not. A failed look-up counts as unknown, not as "no". */
async function lookUp({ effectiveInput, idempotencyKey }: Claim, { readInput, lookup }: Handler): Promise<Report | undefined> {
  let why = "the look-up could not tell whether it took effect";
  try {
    const answer = (await lookup?.(await readInput(effectiveInput), { idempotencyKey })) ?? "unknown";
    const happened: unknown = answer === "unknown" ? undefined : answer.happened;
    if (happened === false) return undefined;
    if (happened === true)
      return { verb: "complete", body: { result: recordableResult((answer as { result: unknown }).result) } };
  } catch (error) {
    why = `the look-up failed: ${messageOf(error)}`;
  }
  return failed("outcome_unknown", `Nothing was run now. An earlier attempt was lost, and ${why}`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function codeOf(error: unknown, signal: AbortSignal): FailCode {
  if (error instanceof ToolError) return error.code;
  if (error instanceof InvalidToolInput) return "invalid";
  const { reason } = signal as { reason: unknown };
  return signal.aborted && reason instanceof Error && reason.name === "TimeoutError" ? "timeout" : "handler";
}

/** Truncates the message to what the server stores; a refused report would lose the fact that the execution failed. */
function failed(code: FailCode, message: string): Report {
  const storable = message.slice(0, 10_000).replace(/\0|\p{Surrogate}/gu, "\uFFFD");
  return { verb: "fail", body: { error: { code, message: storable } } };
}

/** Retries until the lease ends, then once more: the server refuses a late report, but puts it on the timeline. */
async function sendReport(
  report: Report,
  leaseEndsAt: number,
  post: PostAboutClaim,
  tell: (error: unknown) => void,
): Promise<void> {
  let toSend = report;
  for (let attempt = 0; ; attempt += 1) {
    const isLast = performance.now() >= leaseEndsAt;
    try {
      await post(toSend.verb, toSend.body);
      return;
    } catch (error) {
      // An earlier try was stored; only its response was lost.
      if (attempt > 0 && error instanceof CountersignProblem && error.current?.status === statusAfter(toSend)) return;
      tell(error);
      if (error instanceof CountersignProblem && error.status < 500) {
        if (toSend !== report || ![400, 413, 422].includes(error.status)) return;
        toSend = withoutContent(report, error.detail);
        continue;
      }
      if (isLast) return;
    }
    const leftSeconds = Math.max((leaseEndsAt - performance.now()) / 1000, 0);
    await pause(Math.min(backOffSeconds(attempt, { firstSeconds: 0.1, mostSeconds: 3 }), leftSeconds));
  }
}

function statusAfter({ verb, body }: Report): ActionStatus {
  if (verb === "complete") return "executed";
  return body.error.code === "outcome_unknown" ? "outcome_unknown" : "failed";
}

/** Returns the report without the part that the server refused to store: the outcome matters more than its content. */
const withoutContent = (report: Report, why: string): Report =>
  report.verb === "complete"
    ? { verb: "complete", body: { result: unrecordedResult(why) } }
    : failed(report.body.error.code, "The message of this failure could not be recorded.");
