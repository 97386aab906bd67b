import { riskForRules, type Care } from "./risk.ts";
import type { Risk, Role } from "./words.ts";

interface Place {
  name: string;
  /** Highest risk level that can be approved here. */
  maxRisk: Risk;
  /** Whether the place renders the action, and approval waits for that. Else the client answers for what it showed. */
  draws: boolean;
  /** Whether a question of an agent can be answered here. */
  answers: boolean;
}

/**
 * Places to decide in, and the highest risk that can be approved in each. Risk 4 and 5 are approved individually, never in a
 * batch or frame; risk 5 only where every part of the action can be opened first. An unvetted tool counts as risk 5.
 */
export const DECISION_PLACES = {
  page: { name: "the action's page in the inbox", maxRisk: 5, draws: true, answers: true },
  card: { name: "a card in a chat", maxRisk: 4, draws: true, answers: true },
  batch: { name: "a batch", maxRisk: 3, draws: true, answers: false },
  checkpoint: { name: "a checkpoint", maxRisk: 3, draws: true, answers: false },
  frame: { name: "a frame in another page", maxRisk: 3, draws: true, answers: false },
  message: { name: "a message", maxRisk: 3, draws: false, answers: false },
  client: { name: "the agent's client", maxRisk: 4, draws: false, answers: true },
  cli: { name: "the command line", maxRisk: 5, draws: false, answers: true },
  api: { name: "the API", maxRisk: 5, draws: false, answers: true },
} as const satisfies Record<string, Place>;
export type DecisionPlace = keyof typeof DECISION_PLACES;

/** What the places that an action can be approved in depend on. */
export interface Placed extends Care {
  isQuestion: boolean;
}

/**
 * Returns why the action cannot be approved in this place, or undefined if it can; approving a question is answering it. Rejecting
 * is possible in every place.
 */
export function refusePlace(place: DecisionPlace, { isQuestion, ...care }: Placed): string | undefined {
  const { name, maxRisk, answers } = DECISION_PLACES[place];
  if (isQuestion && !answers) return `A question must be answered separately, not in ${name}. Open it in the inbox.`;
  if (riskForRules(care) <= maxRisk) return undefined;
  const what = care.vetted ? `An action with risk level L${care.risk}` : "An action of an unvetted tool";
  return `${what} must be read and approved separately, not in ${name}. Open it in the inbox.`;
}

export interface ApprovalAsked {
  place: DecisionPlace;
  risk: Risk;
  vetted: boolean;
  isQuestion: boolean;
  role: Role;
  /** True when everything that the decision is based on is on the screen. */
  isDrawn: boolean;
}

/** `role`: the person's role cannot decide. `place`: another place must be used. `undrawn`: parts are not on screen yet. */
export type ApprovalAnswer = "yes" | "role" | "place" | "undrawn";

/** Whether a person may approve now, as far as the place can tell. The server also checks the tool's approval rules. */
export function mayApprove({ place, role, isDrawn, ...care }: ApprovalAsked): ApprovalAnswer {
  if (role === "viewer") return "role";
  if (refusePlace(place, care) !== undefined) return "place";
  return isDrawn || !DECISION_PLACES[place].draws ? "yes" : "undrawn";
}
