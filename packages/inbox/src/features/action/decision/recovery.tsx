import type { Action, FailureCode } from "@countersign/protocol";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Command } from "../../../api/decisions.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { StoppedNote } from "../../../ui/stopped-note.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { OFFERS, type Offer } from "./offers.ts";
import classes from "./decision-dock.module.css";

interface Props {
  action: Action;
  isSending: boolean;
  send: (command: Command) => void;
}

type Choice = "executed" | "failed" | "retry" | "withdraw";

const CHOICES = {
  executed: {
    offer: "settle",
    label: "Mark as done…",
    confirm: "Record that it happened",
    asks: "How did you verify this? (audited)",
    meaning: "It counts as done and does not run again.",
  },
  failed: {
    offer: "settle",
    label: "Mark as not done…",
    confirm: "Record that it did not happen",
    asks: "How did you verify this? (audited)",
    meaning: "It counts as failed; it can be run again afterwards.",
  },
  retry: {
    offer: "retry",
    label: "Retry…",
    confirm: "Run it again",
    asks: "Comment (optional)",
    meaning: "The same input runs once more. Be sure that it did not happen already.",
  },
  withdraw: {
    offer: "withdraw",
    label: "Withdraw the approval…",
    confirm: "Withdraw it",
    asks: "Why? (optional)",
    meaning: "It does not run. It can be run again afterwards.",
  },
} as const satisfies Record<Choice, { offer: Offer; label: string; confirm: string; asks: string; meaning: string }>;

const RUN_WITHDRAWN = "It runs now; under a rule, not before the time that those who approved it chose.";

/** Failures without a retry: the server refuses it, because the target or the tool has changed since. */
const NEEDS_NEW_PROPOSAL: readonly FailureCode[] = ["stale", "tool_changed"];

/**
 * After a failure or with an unknown outcome, a person records what happened or runs it again; before a later start, they withdraw
 * the approval. Each needs a second click.
 */
export function Recovery({ action, isSending, send }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [note, setNote] = useState("");
  const armed = useArmed(`${action.id} ${action.version} ${choice ?? ""}`) && !isSending;
  if (action.error && NEEDS_NEW_PROPOSAL.includes(action.error.code)) {
    return (
      <p className={classes.note}>It cannot run again as it is. The agent has to propose it anew, against what is there now.</p>
    );
  }
  if (choice === null) {
    const offers: readonly Offer[] = OFFERS[action.status];
    return (
      <div className={classes.buttons}>
        {(Object.keys(CHOICES) as Choice[]).map(
          (name) =>
            offers.includes(CHOICES[name].offer) && (
              <Button key={name} variant="default" onClick={() => setChoice(name)}>
                {CHOICES[name].label}
              </Button>
            ),
        )}
      </div>
    );
  }
  const { confirm, asks } = CHOICES[choice];
  const isWithdrawn = choice === "retry" && action.error?.code === "withdrawn";
  const meaning = isWithdrawn ? RUN_WITHDRAWN : CHOICES[choice].meaning;
  const text = note.trim();
  // Running again what may have happened asserts that it did not happen, so the reason is recorded.
  const isSettling = choice === "executed" || choice === "failed";
  const needsReason = isSettling || action.status === "outcome_unknown";
  const command: Command = !isSettling
    ? { name: choice, body: text === "" ? {} : { comment: text } }
    : { name: "settle", body: { outcome: choice, note: text } };
  return (
    <>
      <Textarea
        label={!isSettling && needsReason ? "Why is it safe to run again? This goes on the record" : asks}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {choice === "retry" && <StoppedNote />}
      <div className={classes.buttons}>
        <DecideButton
          isApproval={choice === "retry"}
          armed={armed}
          color={isSettling ? "indigo" : "red.9"}
          loading={isSending}
          blockedBy={needsReason && text === "" ? "Say how you know first" : undefined}
          onClick={() => send(command)}
        >
          {confirm}
        </DecideButton>
        <Button variant="default" onClick={() => setChoice(null)}>
          Cancel
        </Button>
        <p className={classes.meaning}>{meaning}</p>
      </div>
    </>
  );
}
