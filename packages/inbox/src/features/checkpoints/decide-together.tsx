import { Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { count } from "../../strings/count.ts";
import { DecideButton } from "../../ui/decide-button.tsx";
import { StoppedNote } from "../../ui/stopped-note.tsx";
import { useArmed } from "../../ui/use-armed.ts";

interface Props {
  /** Number of actions that the decision covers. */
  amount: number;
  /** Number of these that are shown in full; an approval covers only them. */
  shownAmount: number;
  isSending: boolean;
  onDecide: (verdict: "approve" | "reject", comment: string) => void;
}

/** One decision for all ticked actions. Remounted when the pending actions change, so that nobody decides on new arrivals. */
export function DecideTogether({ amount, shownAmount, isSending, onDecide }: Props) {
  const [words, setWords] = useState("");
  const armed = useArmed("checkpoint") && !isSending;
  const armedToApprove = useArmed(`approve ${shownAmount}`) && armed;
  const blockedBy = amount === 0 ? "Tick what the decision is about" : undefined;
  const send = (verdict: "approve" | "reject"): void => onDecide(verdict, words.trim());
  return (
    <Stack gap="sm" role="group" aria-label="Decision">
      <Textarea
        label="Comment"
        description="With a rejection the agent reads it as the reason"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={10_000}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <StoppedNote />
      <Group justify="flex-end">
        <DecideButton armed={armed} blockedBy={blockedBy} variant="default" onClick={() => send("reject")}>
          Reject {count(amount, "action")}
        </DecideButton>
        <DecideButton
          isApproval
          armed={armedToApprove}
          blockedBy={blockedBy ?? (shownAmount === 0 ? "Nothing here is shown in full yet" : undefined)}
          loading={isSending}
          onClick={() => send("approve")}
        >
          Approve {count(shownAmount, "action")}
        </DecideButton>
      </Group>
    </Stack>
  );
}
