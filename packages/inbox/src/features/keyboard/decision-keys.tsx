import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../api/action-queries.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useArmed } from "../../ui/use-armed.ts";
import { goToDecision } from "./go-to-decision.ts";

/** The keys of the open action; deaf for the first half second of each version of it. */
export function DecisionKeys({ id }: { id: string }) {
  const action = useQuery({ ...actionQuery(id), enabled: false }).data;
  const armed = useArmed(`${id} ${action?.version ?? ""}`);
  const go = (key: "a" | "r" | "e" | "f") => () => {
    if (armed && action?.status === "pending") goToDecision(key, action.risk);
  };
  useShortcuts({ a: go("a"), r: go("r"), e: go("e"), f: go("f") });
  return null;
}
