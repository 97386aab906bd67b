import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../api/action-queries.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useArmed } from "../../ui/use-armed.ts";

/** Shortcut keys of the open action. Inactive for the first half second of each version of the action. */
export function DecisionKeys({ id }: { id: string }) {
  const action = useQuery({ ...actionQuery(id), enabled: false }).data;
  const armed = useArmed(`${id} ${action?.version ?? ""}`);
  const go = (key: "a" | "r" | "e" | "f") => () => {
    if (armed && action?.status === "pending") goToDecision(key, action);
  };
  useShortcuts({ a: go("a"), r: go("r"), e: go("e"), f: go("f") });
  return null;
}

const DOCK = 'section[aria-label="Decision"]';

/** Highest risk level at which `a` puts the focus on Approve. */
const MAX_KEY_RISK = 3;

/**
 * Leads to the same button that a pointer would press, with all its guards; no key decides by itself. `a` puts the focus on
 * Approve, and Enter presses it. From risk level 4, `a` only scrolls the decision into view, so that the person must find and
 * click the button. The other keys open their panel, and `a` the form of a question.
 */
function goToDecision(key: string, { risk, isQuestion }: Pick<Action, "risk" | "isQuestion">): void {
  const dock = document.querySelector<HTMLElement>(DOCK);
  const button = dock?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${key}"]`);
  if (!dock || !button || button.disabled) return;
  if (key === "a" && !isQuestion) {
    dock.scrollIntoView({ block: "nearest" });
    if (risk <= MAX_KEY_RISK) button.focus();
    return;
  }
  button.click();
  // The panel that replaces the buttons gets the focus once it is rendered.
  requestAnimationFrame(() => requestAnimationFrame(() => dock.querySelector("textarea")?.focus()));
}
