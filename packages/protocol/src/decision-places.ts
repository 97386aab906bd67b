import { riskForRules, type Care } from "./risk.ts";
import type { Risk, Role } from "./words.ts";

interface Place {
  name: string;
  /** Highest risk level of an action that is approved there. */
  maxRisk: Risk;
  /** It draws the action itself, so approval waits for that. Where not, its client answers for what it showed. */
  draws: boolean;
}

/**
 * Where a person decides, and up to which risk an action is approved there. Risk 4 and 5 go one by one, never in a batch and
 * never in a frame; risk 5 only where every part of it can be opened first. A tool that is not vetted counts as risk 5.
 */
export const DECISION_PLACES = {
  page: { name: "the action's page in the inbox", maxRisk: 5, draws: true },
  card: { name: "a card in a chat", maxRisk: 4, draws: true },
  batch: { name: "one decision on many", maxRisk: 3, draws: true },
  checkpoint: { name: "a checkpoint", maxRisk: 3, draws: true },
  frame: { name: "a frame in another page", maxRisk: 3, draws: true },
  client: { name: "the agent's client", maxRisk: 4, draws: false },
  cli: { name: "the command line", maxRisk: 5, draws: false },
  api: { name: "the API", maxRisk: 5, draws: false },
} as const satisfies Record<string, Place>;
export type DecisionPlace = keyof typeof DECISION_PLACES;

/** Why such an action is not approved in this place, or undefined where it may be. Refusing it is possible in any place. */
export function refusePlace(place: DecisionPlace, care: Care): string | undefined {
  const { name, maxRisk } = DECISION_PLACES[place];
  if (riskForRules(care) <= maxRisk) return undefined;
  const what = care.vetted ? `risk L${care.risk}` : "a tool that is not vetted";
  return `An action of ${what} is approved by itself, after reading it, not in ${name}: open it in the inbox.`;
}

export interface ApprovalAsked {
  place: DecisionPlace;
  risk: Risk;
  vetted: boolean;
  role: Role;
  /** Everything the verdict rests on is on the screen. */
  isDrawn: boolean;
}

/** `role`: the person does not decide at all. `place`: elsewhere. `undrawn`: not yet. */
export type ApprovalAnswer = "yes" | "role" | "place" | "undrawn";

/** Whether a person may approve now, as far as the place can tell; the tool's own rules are looked at by the server besides. */
export function mayApprove({ place, role, isDrawn, ...care }: ApprovalAsked): ApprovalAnswer {
  if (role === "viewer") return "role";
  if (refusePlace(place, care) !== undefined) return "place";
  return isDrawn || !DECISION_PLACES[place].draws ? "yes" : "undrawn";
}
