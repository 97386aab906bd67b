import { createContext, use } from "react";
import type { DecisionPlace } from "@countersign/protocol";

/** True on the pages that other sites show in a frame: there is no way from them to the rest of the inbox but a tab of its own. */
export const EmbeddedContext = createContext(false);

export const useEmbedded = (): boolean => use(EmbeddedContext);

/** Where on the screen an action is decided by itself. */
export const PlaceContext = createContext<DecisionPlace>("page");

/** The place a decision is made in; in a frame that is the frame, whatever is drawn in it. */
export function useDecisionPlace(): DecisionPlace {
  const place = use(PlaceContext);
  return useEmbedded() ? "frame" : place;
}

/** The address of a route with its parameters: `/actions/$id` and `{ id: "a/b" }` give `/actions/a%2Fb`. */
export const inboxPath = (to: string, params: Readonly<Record<string, string>> = {}): string =>
  to.replace(/\$(\w+)/g, (_name, key: string) => encodeURIComponent(params[key] ?? ""));
