import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { actionQuery } from "../../api/action-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/keyboard.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { statusWords } from "../../ui/status-words.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useArmed } from "../../ui/use-armed.ts";

const KEYS = { a: "approve", r: "reject", e: "edit", f: "sendBack" } as const satisfies Record<
  string,
  keyof typeof strings.unavailable
>;
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
  if (action.status !== "pending") {
    const { says } = statusWords(action);
    return action.isQuestion ? strings.thisQuestion(says) : strings.thisAction(says);
  }
  return canDecide ? undefined : strings.needsApprover;
}

/** Highest risk level at which `a` puts the focus on Approve. */
const MAX_KEY_RISK = 3;

/**
 * Leads to the same button that a pointer would press, with all its guards; no key decides by itself. `a` puts the focus on
 * Approve, and Enter presses it. From risk level 4, `a` only scrolls the decision into view, so that the person must find and
 * click the button. The other keys open their panel, and `a` the form of a question. Returns why the button is disabled, if it is.
 */
function goToDecision(key: Key, { risk, isQuestion }: Pick<Action, "risk" | "isQuestion">): string | undefined {
  const button = document.querySelector<HTMLButtonElement>(`section button[aria-keyshortcuts="${key}"]`);
  const dock = button?.closest("section");
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
    closeButtonProps: { "aria-label": uiStrings.closeNotice },
    title: strings.unavailable[KEYS[key]],
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
