import type { ActionSummary, DecisionItem } from "@countersign/protocol";
import { Button, Checkbox, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useDecideMany } from "../../api/decide-many.ts";
import type { ApiError } from "../../api/request.ts";
import { count } from "../../strings/count.ts";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NotShownInFull } from "../../ui/not-shown-in-full.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StoppedNote } from "../../ui/stopped-note.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { BatchOutcome } from "./batch-outcome.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { useBatch } from "./use-batch.ts";
import { Gone, Withheld } from "./withheld.tsx";
import type { Decided as Sent } from "../../api/decide-many.ts";
import { BATCH_VERDICTS, type BatchVerdict, type KeptEdits } from "./batch-verdicts.ts";

interface Props {
  verdict: BatchVerdict;
  rows: readonly ActionSummary[];
  edits?: KeptEdits;
  onCancel: () => void;
  onDone: () => void;
}

/** Shows every affected row, decides on a click, and stays open to show the outcome of each. */
export function BatchDialog({ verdict, rows, edits, onCancel, onDone }: Props) {
  const decide = useDecideMany();
  const [sent, setSent] = useState<Sent | null>(null);
  const [words, setWords] = useState("");
  const [rejectsRest, setRejectsRest] = useState(false);
  const { ask, color, text } = BATCH_VERDICTS[verdict];
  const kept = verdict === "approve" ? edits : undefined;
  const batch = useBatch({ verdict, rows, kept, isAsking: !decide.isPending && sent === null });
  const { allowed, decided, rest } = batch;
  const armed = useArmed(`${verdict} ${decided.map(({ id }) => id).join(" ")}`);
  const rejected = rejectsRest ? rest : [];
  const written = words.trim();
  const post = (items: readonly DecisionItem[], before: Sent["results"] = []): void =>
    decide.mutate(items, { onSuccess: (after) => setSent({ ...after, results: [...before, ...after.results] }) });
  const send = (): void =>
    post([
      ...decided.map(({ id, digest }) => ({
        pendingActionId: id,
        verdict,
        digest,
        ...kept?.get(id),
        ...(verdict === "reject" && written !== "" ? { reason: written } : {}),
        ...(verdict === "refine" ? { feedback: written } : {}),
      })),
      ...rejected.map(({ id, digest }) => ({ pendingActionId: id, verdict: "reject" as const, digest })),
    ]);
  const blockedBy =
    blockOf(batch, verdict) ?? (text?.required && written === "" ? "Say what should be different first" : undefined);

  return (
    <Dialog
      size="lg"
      onClose={sent ? onDone : onCancel}
      title={sent ? "What became of them" : ask(count(decided.length, "action"))}
    >
      {sent ? (
        <BatchOutcome
          rows={allowed}
          sent={sent}
          error={decide.error}
          isSending={decide.isPending}
          onAgain={() => post(sent.left, sent.results)}
          onDone={onDone}
        />
      ) : (
        <Stack gap="sm">
          <BatchMeaning verdict={verdict} />
          <LeftOutNotes batch={batch} onOpen={onCancel} />
          <BatchRows batch={batch} kept={kept} isSending={decide.isPending} />
          {rest.length > 0 && (
            <Checkbox
              label={`Reject the ${count(rest.length, "action")} left out; else ${rest.length === 1 ? "it goes" : "they go"} on waiting`}
              checked={rejectsRest}
              onChange={(event) => setRejectsRest(event.currentTarget.checked)}
            />
          )}
          {text && <MessageField text={text} words={words} onChange={setWords} />}
          {decide.error && <NotSent error={decide.error} />}
          <Group justify="flex-end">
            <Progress batch={batch} sent={decide.isPending ? decide.sentCount : null} of={decided.length + rejected.length} />
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <DecideButton
              isApproval={verdict === "approve"}
              armed={armed}
              color={color}
              loading={decide.isPending}
              blockedBy={blockedBy}
              onClick={send}
            >
              {ask(count(decided.length, "action"))}
              {rejected.length > 0 && `, reject ${rejected.length}`}
            </DecideButton>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

interface NotesProps {
  batch: ReturnType<typeof useBatch>;
  onOpen: () => void;
}

/** Says which of the selected actions are no part of the decision, and why. */
function LeftOutNotes({ batch: { gone, withheld, hidden, notShown, openAll }, onOpen }: NotesProps) {
  return (
    <>
      {gone.length > 0 && <Gone rows={gone} onOpen={onOpen} />}
      {withheld.length > 0 && <Withheld rows={withheld} onOpen={onOpen} />}
      {hidden.length > 0 && (
        <NotShownInFull amount={hidden.length} isConfirming onShowAll={() => openAll(notShown.map(({ id }) => id))} />
      )}
    </>
  );
}

interface ProgressProps {
  batch: ReturnType<typeof useBatch>;
  /** Number of decisions that were answered; null if none are being sent. */
  sent: number | null;
  of: number;
}

/** Says how far the reading of many actions is, and then the sending of many decisions. */
function Progress({ batch: { unread }, sent, of }: ProgressProps) {
  return (
    <Text size="sm" role="status">
      {sent === null ? unread.done < unread.of && readingWords(unread) : sent > 0 && `${sent} of ${of} decided…`}
    </Text>
  );
}

const readingWords = ({ done, of }: { done: number; of: number }): string => `Reading what changes: ${done} of ${of}`;

function NotSent({ error }: { error: ApiError }) {
  return (
    <Notice tone="error" title="It did not go through">
      {error.message} Nothing was decided.
    </Notice>
  );
}

function BatchMeaning({ verdict }: { verdict: BatchVerdict }) {
  return (
    <>
      <Text size="sm">{BATCH_VERDICTS[verdict].meaning}</Text>
      {verdict === "approve" && <StoppedNote />}
    </>
  );
}

function blockOf({ included, decided, unread }: ReturnType<typeof useBatch>, verdict: BatchVerdict): string | undefined {
  if (included.length === 0) return "Nothing is left to decide here";
  if (verdict !== "approve") return undefined;
  if (decided.length > 0) return undefined;
  return unread.done < unread.of ? readingWords(unread) : "Nothing here is shown in full yet";
}

interface MessageProps {
  text: { label: string; placeholder: string; required: boolean };
  words: string;
  onChange: (words: string) => void;
}

function MessageField({ text, words, onChange }: MessageProps) {
  return (
    <Textarea
      label={text.label}
      placeholder={text.placeholder}
      autosize
      minRows={text.required ? 2 : 1}
      maxRows={6}
      maxLength={10_000}
      value={words}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
