import type { DecisionPlace } from "@countersign/protocol";
import { createContext, use } from "react";
import { useEmbedded } from "./embedding.ts";

/** Where on the screen an action is decided by itself. */
export const PlaceContext = createContext<DecisionPlace>("page");

/** The place a decision is made in; in a frame that is the frame, whatever is drawn in it. */
export function useDecisionPlace(): DecisionPlace {
  const place = use(PlaceContext);
  return useEmbedded() ? "frame" : place;
}
