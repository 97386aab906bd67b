import type { ActionSummary, BatchResult, DecisionItem, JsonObject } from "@countersign/protocol";
import type { Person, ShownFilter } from "./person.ts";
import { InvalidDecision, readEdits } from "./read-edits.ts";
import { nameShown, readShown } from "./shown.ts";

/** Interrupt object of AG-UI. */
export interface AgUiInterrupt {
  id: string;
  reason: string;
  message: string;
  toolCallId?: string;
  responseSchema: JsonObject;
  expiresAt?: string;
  metadata: { countersign: JsonObject };
}
/** The `outcome` of a `RUN_FINISHED` event. */
export type AgUiOutcome = { type: "success" } | { type: "interrupt"; interrupts: AgUiInterrupt[] };
/** One entry of `RunAgentInput.resume`. */
export interface AgUiResume {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: unknown;
}
export interface AgUiFilter extends ShownFilter {
  /** The run's tool call ids by action id, where the application knows them; each interrupt is then bound to its call. */
  toolCallIds?: Readonly<Record<string, string>>;
}

/** Edits are a full replacement of the arguments; `feedback` refines the call instead of rejecting it. */
const RESPONSE_SCHEMA = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    editedArgs: { type: "object", description: "Full replacement of the arguments. Not merged." },
    reason: { type: "string" },
    feedback: { type: "string" },
  },
  required: ["approved"],
} satisfies JsonObject;

export const createAgUiInterrupts = (person: Person) => ({
  /** Returns the outcome that ends a run: one interrupt for each pending action, or success if there is none. */
  outcome: async ({ toolCallIds = {}, ...filter }: AgUiFilter = {}): Promise<AgUiOutcome> => {
    const actions = await person.pending(filter);
    if (actions.length === 0) return { type: "success" };
    return { type: "interrupt", interrupts: actions.map((action) => toInterrupt(action, toolCallIds[action.id])) };
  },
  /** Validates all answers, then decides. `cancelled` decides nothing: closing a dialog is not a decision. */
  resume: async (answers: readonly AgUiResume[]): Promise<BatchResult | undefined> => {
    const read = await Promise.all(answers.map((answer) => readAnswer(person, answer)));
    const items = read.filter((item) => item !== undefined);
    return items.length === 0 ? undefined : person.decide(items);
  },
});

function toInterrupt(action: ActionSummary, toolCallId: string | undefined): AgUiInterrupt {
  const { id, toolName, effectiveInput, preview, digest, risk, ratedRisk, vetted, riskReasons, caption, expiresAt } = action;
  return {
    id: nameShown([action]),
    reason: toolCallId === undefined ? "countersign:approval" : "tool_call",
    message: preview.title,
    ...(toolCallId !== undefined && { toolCallId }),
    responseSchema: structuredClone(RESPONSE_SCHEMA),
    ...(expiresAt !== null && { expiresAt }),
    metadata: {
      countersign: {
        pendingActionId: id,
        toolName,
        toolInput: effectiveInput,
        preview: preview as JsonObject,
        digest,
        risk,
        ratedRisk,
        vetted,
        riskReasons,
        unverifiedCaption: caption,
      },
    },
  };
}

async function readAnswer(person: Person, { interruptId, status, payload }: AgUiResume): Promise<DecisionItem | undefined> {
  const [shown, another] = readShown(interruptId);
  if (shown === undefined || another !== undefined)
    throw new InvalidDecision("The interrupt's id was not created by Countersign. Send the id back unchanged.");
  if (status === "cancelled") return undefined;
  const { approved, editedArgs, reason, feedback } = (payload ?? {}) as Record<string, unknown>;
  // Only the boolean itself approves; "true", 1 or a missing answer are errors of the front end.
  if (status !== "resolved" || typeof approved !== "boolean")
    throw new InvalidDecision('An answer needs `status: "resolved"` and `payload: { approved: true | false }`.');
  if (!approved) {
    if (typeof feedback === "string" && feedback !== "") return { ...shown, verdict: "refine", feedback };
    return { ...shown, verdict: "reject", ...(typeof reason === "string" && { reason }) };
  }
  const userEdits =
    editedArgs === undefined ? undefined : readEdits((await person.get(shown.pendingActionId)).toolInput, editedArgs);
  return { ...shown, verdict: "approve", ...(userEdits !== undefined && { userEdits }) };
}
