import { jsonPointer, type ActionStatus, type JsonObject, type Outcome } from "@countersign/protocol";
import { canonicalJson, canonicalWith } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { readListCall } from "../../core/list-call.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { CalledTool } from "../../store/statements/find-propose-context.ts";
import { askedItem, type AskedItem, type Item } from "./prepare-calls.ts";
import { refuseTool } from "./refuse-tool.ts";

/** Fields of a tool that decide how a list of its calls is read. */
export type ListTool = Pick<CalledTool, "allowed" | "overCap" | "vetting" | "upstream"> & { batchKey: string };

/** Status of a list without pending calls: the first of these that occurs, most in need of attention first. */
const WEIGHT = [
  "executing",
  "approved",
  "outcome_unknown",
  "failed",
  "rejected",
  "refined",
  "expired",
  "cancelled",
  "executed",
  "pending",
] as const satisfies readonly ActionStatus[];

/** Splits a list into its calls, each with the labels of the list. */
export function takeApart(tool: ListTool, item: Item, inputPath: string): Result<AskedItem[]> {
  const { toolName, supersedes, idempotencyKey, caption } = item;
  const refusal = refuseTool(tool, toolName);
  if (refusal) return { ok: false, refusal };
  const read = readListCall(tool.batchKey, item.toolInput, inputPath);
  if (!read.ok) return refuse("INVALID_INPUT", "The input does not match the tool's schema.", { errors: read.faults });
  const { entries, summary = caption } = read.list;
  if (supersedes !== undefined && entries.length > 1) {
    const message = "applies to a single call; omit it: a new version on the same target supersedes the old one automatically";
    return refuse("INVALID_INPUT", "Several calls cannot replace one that was sent back.", {
      errors: [{ path: "/supersedes", message }],
    });
  }
  // The first call takes the list's own idempotency key, so that another request under that key meets it.
  const keyed = (n: number): Pick<Item, "idempotencyKey"> =>
    idempotencyKey === undefined || n === 0 ? {} : { idempotencyKey: `list:${sha256Hex(idempotencyKey)}:${n}` };
  const list = canonicalJson(item as unknown as JsonObject);
  const calls = entries.map((toolInput, n) => {
    const one = { ...item, toolInput, ...keyed(n), ...(summary !== undefined && { caption: caption ?? summary }) };
    const isAlone = entries.length === 1 || idempotencyKey === undefined;
    return askedItem(one, {
      path: "",
      inputPath: inputPath + jsonPointer([tool.batchKey, n]),
      ...(!isAlone && { requestHash: sha256Hex(canonicalWith({ index: n }, { list })) }),
    });
  });
  return ok(calls);
}

/** Outcome of a list: the ids of pending actions, and the outcomes of all other calls. */
export function tellListed(toolName: string, batchId: string, outcomes: readonly Outcome[]): Outcome {
  const waits = outcomes.filter(({ status }) => status === "queued");
  const rest = outcomes.flatMap((outcome, index) => (outcome.status === "queued" ? [] : [{ ...outcome, index }]));
  const proposalIds = [...new Set(waits.flatMap(({ pendingActionId }) => pendingActionId ?? []))];
  const status = waits.length > 0 ? "queued" : (WEIGHT.find((each) => rest.some((one) => one.status === each)) ?? "queued");
  return {
    status,
    pendingActionId: null,
    toolName,
    message: sentenceOf(waits.length, rest.length),
    batchId,
    proposalIds,
    ...(rest.length > 0 && { items: rest }),
  };
}

function sentenceOf(waits: number, rest: number): string {
  if (waits === 0) return `None of these ${rest} calls needs approval; \`items\` contains the outcome of each.`;
  const told = rest === 0 ? "" : ` The outcome of the other ${rest} is in \`items\`.`;
  const [calls, they] = waits === 1 ? ["call", "it"] : ["calls", "they"];
  return `Queued ${waits} ${calls} for a person's approval, each separately. None of that has run. Do not assume that ${they} will; continue with other work, or check again later with the id.${told}`;
}
