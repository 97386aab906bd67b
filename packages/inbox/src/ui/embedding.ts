import { createContext, use } from "react";
import type { DecisionPlace } from "@countersign/protocol";

/** True on pages that other sites show in a frame. From there, the rest of the inbox opens only in a tab of its own. */
export const EmbeddedContext = createContext(false);

export const useEmbedded = (): boolean => use(EmbeddedContext);

/** Where a single action is decided: its page, unless a card provides its own place. */
export const PlaceContext = createContext<DecisionPlace>("page");

/** Returns the place of a decision; inside a frame always `frame`. */
export function useDecisionPlace(): DecisionPlace {
  const place = use(PlaceContext);
  return useEmbedded() ? "frame" : place;
}

/** Address of a route with its parameters: `/actions/$id` and `{ id: "a/b" }` give `/actions/a%2Fb`. */
export const inboxPath = (to: string, params: Readonly<Record<string, string>> = {}): string =>
  to.replace(/\$(\w+)/g, (_name, key: string) => encodeURIComponent(params[key] ?? ""));
