import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../api/action-queries.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useArmed } from "../../ui/use-armed.ts";

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

const DOCK = 'section[aria-label="Decision"]';

/** The keys of a decision and the button each leads to, by the name it has on the screen. */
const BUTTONS = { a: "Approve", r: "Reject…", e: "Edit…", f: "Send back…" } as const;

/** Above this level a key leads to the buttons and stops there. */
const MAX_KEY_RISK = 3;

/**
 * Leads to the same button a pointer would press, with all that guards it; no key decides by itself. `a` puts the focus
 * on Approve, and Enter presses it. From risk 4 on `a` only brings the decision into sight: the button is to be looked
 * for and clicked.
 */
function goToDecision(key: keyof typeof BUTTONS, risk: number): void {
  const dock = document.querySelector<HTMLElement>(DOCK);
  const button = [...(dock?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent.trim() === BUTTONS[key]);
  if (!dock || !button || button.disabled) return;
  if (key === "a") {
    dock.scrollIntoView({ block: "nearest" });
    if (risk <= MAX_KEY_RISK) button.focus();
    return;
  }
  button.click();
  // The panel that takes its place, once it is drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => dock.querySelector("textarea")?.focus()));
}
