import type { Action, FailureCode } from "@countersign/protocol";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
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
  executed: "settle",
  failed: "settle",
  retry: "retry",
  withdraw: "withdraw",
} as const satisfies Record<Choice, Offer>;

/** Failures without a retry: the server refuses it, because the target or the tool has changed since. */
const NEEDS_NEW_PROPOSAL: readonly FailureCode[] = ["stale", "tool_changed"];

/**
 * After a failure or with an unknown outcome, a person records what happened or runs it again; before a later start, they withdraw
 * the approval. Each needs a second click.
 */
export function Recovery({ action, isSending, send }: Props) {
  const words = strings.recovery;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [note, setNote] = useState("");
  const armed = useArmed(`${action.id} ${action.version} ${choice ?? ""}`) && !isSending;
  if (action.error && NEEDS_NEW_PROPOSAL.includes(action.error.code)) {
    return <p className={classes.note}>{words.needsNewProposal}</p>;
  }
  if (choice === null) {
    const offers: readonly Offer[] = OFFERS[action.status];
    return (
      <div className={classes.buttons}>
        {(Object.keys(CHOICES) as Choice[]).map(
          (name) =>
            offers.includes(CHOICES[name]) && (
              <Button key={name} variant="default" onClick={() => setChoice(name)}>
                {words[name].label}
              </Button>
            ),
        )}
      </div>
    );
  }
  const { confirm, asks } = words[choice];
  const isWithdrawn = choice === "retry" && action.error?.code === "withdrawn";
  const meaning = isWithdrawn ? words.runsWithdrawn : words[choice].meaning;
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
        label={!isSettling && needsReason ? words.whySafe : asks}
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
          blockedBy={needsReason && text === "" ? words.sayHowFirst : undefined}
          onClick={() => send(command)}
        >
          {confirm}
        </DecideButton>
        <Button variant="default" onClick={() => setChoice(null)}>
          {uiStrings.cancel}
        </Button>
        <p className={classes.meaning}>{meaning}</p>
      </div>
    </>
  );
}
