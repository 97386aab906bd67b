import type { ActionSummary, DecisionItem } from "@countersign/protocol";
import { Button, Checkbox, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useDecideMany } from "../../api/decide-many.ts";
import type { ApiError } from "../../api/request.ts";
import { strings as batchStrings } from "../../strings/batch.tsx";
import { strings } from "../../strings/queue.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NotShownInFull } from "../../ui/not-shown-in-full.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StoppedNote } from "../../ui/stopped-note.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { BatchOutcome } from "./batch-outcome.tsx";
import { BatchReasons } from "./batch-reasons.tsx";
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
  const { color, needsMessage } = BATCH_VERDICTS[verdict];
  const { ask, message } = strings.batch.verdicts[verdict];
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
  const blockedBy = blockOf(batch, verdict) ?? (needsMessage && written === "" ? strings.batch.saySomething : undefined);

  return (
    <Dialog size="lg" onClose={sent ? onDone : onCancel} title={sent ? batchStrings.outcome.title : ask(decided.length)}>
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
              label={strings.batch.rejectRest(rest.length)}
              checked={rejectsRest}
              onChange={(event) => setRejectsRest(event.currentTarget.checked)}
            />
          )}
          {message && <MessageField {...message} isRequired={needsMessage} words={words} onChange={setWords} />}
          {verdict === "reject" && <BatchReasons batch={batch} written={words} onChoose={setWords} />}
          {decide.error && <NotSent error={decide.error} />}
          <Group justify="flex-end">
            <Progress batch={batch} sent={decide.isPending ? decide.sentCount : null} of={decided.length + rejected.length} />
            <Button variant="default" onClick={onCancel}>
              {uiStrings.cancel}
            </Button>
            <DecideButton
              isApproval={verdict === "approve"}
              armed={armed}
              color={color}
              loading={decide.isPending}
              blockedBy={blockedBy}
              onClick={send}
            >
              {rejected.length > 0 ? strings.batch.approveAndReject(decided.length, rejected.length) : ask(decided.length)}
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
      {sent === null
        ? unread.done < unread.of && strings.batch.reading(unread.done, unread.of)
        : sent > 0 && strings.batch.sending(sent, of)}
    </Text>
  );
}

function NotSent({ error }: { error: ApiError }) {
  return (
    <Notice tone="error" title={strings.batch.notSent}>
      {error.message} {strings.batch.nothingDecided}
    </Notice>
  );
}

function BatchMeaning({ verdict }: { verdict: BatchVerdict }) {
  return (
    <>
      <Text size="sm">{strings.batch.verdicts[verdict].meaning}</Text>
      {verdict === "approve" && <StoppedNote />}
    </>
  );
}

function blockOf({ included, decided, unread }: ReturnType<typeof useBatch>, verdict: BatchVerdict): string | undefined {
  if (included.length === 0) return strings.batch.nothingLeft;
  if (verdict !== "approve") return undefined;
  if (decided.length > 0) return undefined;
  return unread.done < unread.of ? strings.batch.reading(unread.done, unread.of) : strings.batch.nothingShown;
}

interface MessageProps {
  label: string;
  placeholder: string;
  isRequired: boolean;
  words: string;
  onChange: (words: string) => void;
}

function MessageField({ label, placeholder, isRequired, words, onChange }: MessageProps) {
  return (
    <Textarea
      label={label}
      placeholder={placeholder}
      autosize
      minRows={isRequired ? 2 : 1}
      maxRows={6}
      maxLength={10_000}
      value={words}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
