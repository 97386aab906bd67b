import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { actionQuery } from "../../api/action-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { statusWords } from "../../ui/status-words.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useArmed } from "../../ui/use-armed.ts";

const KEYS = { a: "Approve", r: "Reject", e: "Edit", f: "Send back" } as const;
type Key = keyof typeof KEYS;

/** Shortcut keys of the open action. Inactive for the first half second of each version of the action. */
export function DecisionKeys({ id }: { id: string }) {
  const action = useQuery({ ...actionQuery(id), enabled: false }).data;
  const canDecide = mayDecide(useMe());
  const armed = useArmed(`${id} ${action?.version ?? ""}`);
  useEffect(() => () => void hideReason(), [id]);
  const go = (key: Key) => () => {
    if (!armed || !action) return;
    const reason = refuse(action, canDecide) ?? goToDecision(key, action);
    void (reason === undefined ? hideReason() : showReason(key, reason));
  };
  useShortcuts({ a: go("a"), r: go("r"), e: go("e"), f: go("f") });
  return null;
}

/** Why there is nothing to decide for this person. */
function refuse(action: Action, canDecide: boolean): string | undefined {
  if (action.status !== "pending") return `This ${action.isQuestion ? "question" : "action"} ${statusWords(action).says}`;
  return canDecide ? undefined : "Deciding needs the role approver";
}

const DOCK = 'section[aria-label="Decision"]';

/** Highest risk level at which `a` puts the focus on Approve. */
const MAX_KEY_RISK = 3;

/**
 * Leads to the same button that a pointer would press, with all its guards; no key decides by itself. `a` puts the focus on
 * Approve, and Enter presses it. From risk level 4, `a` only scrolls the decision into view, so that the person must find and
 * click the button. The other keys open their panel, and `a` the form of a question. Returns why the button is disabled, if it is.
 */
function goToDecision(key: Key, { risk, isQuestion }: Pick<Action, "risk" | "isQuestion">): string | undefined {
  const dock = document.querySelector<HTMLElement>(DOCK);
  const button = dock?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${key}"]`);
  if (!dock || !button) return undefined;
  if (button.disabled) {
    dock.scrollIntoView({ block: "nearest" });
    return button.title || undefined;
  }
  if (key === "a" && !isQuestion) {
    dock.scrollIntoView({ block: "nearest" });
    if (risk <= MAX_KEY_RISK) button.focus();
    return undefined;
  }
  button.click();
  // The panel that replaces the buttons gets the focus once it is rendered.
  requestAnimationFrame(() => requestAnimationFrame(() => dock.querySelector("textarea")?.focus()));
  return undefined;
}

const NOTICE_ID = "decision-key";
const SHOWN_MS = 8_000;

/** Whether a notice was shown, so that only then the notices are loaded to hide it. */
let isTold = false;

async function showReason(key: Key, reason: string): Promise<void> {
  await hideReason();
  isTold = true;
  const { notifications } = await import("@mantine/notifications");
  notifications.show({
    id: NOTICE_ID,
    // Shown even if three other notices are.
    priority: 1,
    color: "yellow",
    autoClose: SHOWN_MS,
    closeButtonProps: { "aria-label": "Close this notice" },
    title: `${KEYS[key]} is not available`,
    message: `${reason}.`,
    styles: { description: { color: "var(--mantine-color-text)" } },
  });
}

async function hideReason(): Promise<void> {
  if (!isTold) return;
  isTold = false;
  const { notifications } = await import("@mantine/notifications");
  notifications.hide(NOTICE_ID);
}
