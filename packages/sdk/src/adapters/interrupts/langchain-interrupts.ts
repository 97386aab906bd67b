import type { ActionSummary, BatchResult, DecisionItem, JsonObject } from "@countersign/protocol";
import type { Person, ShownFilter } from "./person.ts";
import { InvalidDecision, readEdits } from "./read-edits.ts";
import { nameShown, readShown, type Shown } from "./shown.ts";

/** Interrupt value of LangChain's human-in-the-loop middleware. */
export interface HitlRequest {
  actionRequests: { name: string; args: JsonObject; description: string }[];
  reviewConfigs: { actionName: string; allowedDecisions: ("approve" | "edit" | "reject" | "respond")[] }[];
}
/** One entry of `__interrupt__`. */
export interface LangChainInterrupt {
  id: string;
  value: HitlRequest;
}
export type HitlDecision =
  | { type: "approve" }
  | { type: "edit"; editedAction: { name: string; args: JsonObject } }
  | { type: "reject"; message?: string }
  /** Refines the call with this feedback. */
  | { type: "respond"; message: string };
export interface HitlResponse {
  decisions: readonly HitlDecision[];
}

export const createLangChainInterrupts = (person: Person) => ({
  /** Returns the pending actions as one interrupt for each batch, oldest first; empty if nothing is pending. */
  interrupts: async (filter: ShownFilter = {}): Promise<LangChainInterrupt[]> => {
    const batches = new Map<string, ActionSummary[]>();
    for (const action of await person.pending(filter))
      batches.set(action.batchId, [...(batches.get(action.batchId) ?? []), action]);
    return [...batches.values()].map((actions) => ({ id: nameShown(actions), value: toRequest(actions) }));
  },
  /** Validates all answers, then decides. Keyed by interrupt id, as in `Command({ resume })` for several interrupts. */
  resume: async (answers: Readonly<Record<string, HitlResponse>>): Promise<BatchResult> => {
    const items: DecisionItem[] = [];
    for (const [id, response] of Object.entries(answers)) items.push(...(await readResponse(person, readShown(id), response)));
    if (items.length === 0) throw new InvalidDecision("There is no answer to any interrupt.");
    return person.decide(items);
  },
});

/** Includes the preview, which comes from the tool, but not the caption: the agent's words could be mistaken for ours. */
const toRequest = (actions: readonly ActionSummary[]): HitlRequest => ({
  actionRequests: actions.map(({ toolName, effectiveInput, preview }) => ({
    name: toolName,
    args: effectiveInput,
    description: [preview.title, preview.summary].filter((line) => line !== undefined).join("\n\n"),
  })),
  reviewConfigs: [...new Set(actions.map(({ toolName }) => toolName))].map((actionName) => ({
    actionName,
    allowedDecisions: ["approve", "edit", "reject", "respond"],
  })),
});

async function readResponse(person: Person, shown: readonly Shown[], response: HitlResponse): Promise<DecisionItem[]> {
  const decisions: unknown = response?.decisions;
  if (!Array.isArray(decisions) || decisions.length !== shown.length)
    throw new InvalidDecision(`The interrupt asks for ${shown.length} decisions, in the order of its requests.`);
  return Promise.all(shown.map((one, n) => readDecision(person, one, decisions[n] as HitlDecision)));
}

async function readDecision(person: Person, shown: Shown, decision: HitlDecision): Promise<DecisionItem> {
  switch (decision?.type) {
    case "approve":
      return { ...shown, verdict: "approve" };
    case "reject":
      return { ...shown, verdict: "reject", ...(decision.message !== undefined && { reason: decision.message }) };
    case "respond":
      return { ...shown, verdict: "refine", feedback: decision.message };
    case "edit": {
      const { toolName, toolInput } = await person.get(shown.pendingActionId);
      if (decision.editedAction?.name !== toolName)
        throw new InvalidDecision(
          `An edit cannot replace ${toolName} with another tool, because that would bypass the tool's policy.`,
        );
      const userEdits = readEdits(toolInput, decision.editedAction.args);
      return { ...shown, verdict: "approve", ...(userEdits !== undefined && { userEdits }) };
    }
    default:
      throw new InvalidDecision("A decision's type must be approve, edit, reject or respond.");
  }
}
