import { Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/checkpoints.tsx";
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
  const words = strings.decision;
  const [comment, setComment] = useState("");
  const armed = useArmed("checkpoint") && !isSending;
  const armedToApprove = useArmed(`approve ${shownAmount}`) && armed;
  const blockedBy = amount === 0 ? words.nothingTicked : undefined;
  const send = (verdict: "approve" | "reject"): void => onDecide(verdict, comment.trim());
  return (
    <Stack gap="sm" role="group" aria-label={words.label}>
      <Textarea
        label={words.comment}
        description={words.commentMeaning}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={10_000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <StoppedNote />
      <Group justify="flex-end">
        <DecideButton armed={armed} blockedBy={blockedBy} variant="default" onClick={() => send("reject")}>
          {words.reject(amount)}
        </DecideButton>
        <DecideButton
          isApproval
          armed={armedToApprove}
          blockedBy={blockedBy ?? (shownAmount === 0 ? words.nothingShown : undefined)}
          loading={isSending}
          onClick={() => send("approve")}
        >
          {words.approve(shownAmount)}
        </DecideButton>
      </Group>
    </Stack>
  );
}
