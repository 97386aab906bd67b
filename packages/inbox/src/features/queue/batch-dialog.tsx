import { displayText, refusePlace, type ActionSummary, type BatchResult } from "@countersign/protocol";
import { Button, Checkbox, CloseButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { useDecisions } from "../../api/decisions.ts";
import { useActions } from "../../api/use-actions.ts";
import { noteShown } from "../../api/shown-since.ts";
import { count } from "../../ui/count.ts";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useEmbedded } from "../../ui/embedding.ts";
import { NotShownInFull } from "../../ui/not-shown-in-full.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { ShownChanges } from "../../ui/shown-changes.tsx";
import { StoppedNote } from "../../ui/stopped-note.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { useShown } from "../../ui/use-shown.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { BatchOutcome } from "./batch-outcome.tsx";
import { Withheld } from "./withheld.tsx";
import { BATCH_VERDICTS, type BatchVerdict, type KeptEdits } from "./batch-verdicts.ts";
import classes from "./batch-bar.module.css";

interface Props {
  verdict: BatchVerdict;
  rows: readonly ActionSummary[];
  edits?: KeptEdits;
  onCancel: () => void;
  onDone: () => void;
}

/** Shows every affected row, decides on a click, and stays open to show the outcome of each. */
export function BatchDialog({ verdict, rows, edits, onCancel, onDone }: Props) {
  const decide = useDecisions();
  const [words, setWords] = useState("");
  const [rejectsRest, setRejectsRest] = useState(false);
  const { ask, color, text } = BATCH_VERDICTS[verdict];
  const kept = verdict === "approve" ? edits : undefined;
  const batch = useBatch(verdict, rows, kept, decide.data !== undefined);
  const { allowed, withheld, decided, notShown, hidden, rest, openAll } = batch;
  const armed = useArmed(`${verdict} ${decided.map(({ id }) => id).join(" ")}`);
  const rejected = rejectsRest ? rest : [];
  const results: BatchResult["results"] | undefined = decide.data;
  const written = words.trim();
  const send = (): void =>
    decide.mutate([
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
  const blockedBy = blockOf(batch) ?? (text?.required && written === "" ? "Say what should be different first" : undefined);

  return (
    <Dialog
      size="lg"
      onClose={results ? onDone : onCancel}
      title={results ? "What became of them" : ask(count(decided.length, "action"))}
    >
      {results ? (
        <BatchOutcome rows={allowed} results={results} onDone={onDone} />
      ) : (
        <Stack gap="sm">
          <BatchMeaning verdict={verdict} />
          {withheld.length > 0 && <Withheld rows={withheld} onOpen={onCancel} />}
          {hidden.length > 0 && (
            <NotShownInFull
              amount={hidden.length}
              decision="this approval"
              onShowAll={() => openAll(notShown.map(({ id }) => id))}
            />
          )}
          <BatchRows batch={batch} kept={kept} isSending={decide.isPending} />
          {rest.length > 0 && (
            <Checkbox
              label={`Reject the ${count(rest.length, "action")} left out; else ${rest.length === 1 ? "it goes" : "they go"} on waiting`}
              checked={rejectsRest}
              onChange={(event) => setRejectsRest(event.currentTarget.checked)}
            />
          )}
          {text && <MessageField text={text} words={words} onChange={setWords} />}
          {decide.error && (
            <Notice tone="error" title="It did not go through">
              {decide.error.message} Some may have been decided; the inbox shows which.
            </Notice>
          )}
          <Group justify="flex-end">
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

/** Sorts the rows by whether the verdict covers them. */
function useBatch(verdict: BatchVerdict, rows: readonly ActionSummary[], kept: KeptEdits | undefined, isDone: boolean) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => rows.forEach(({ id }) => noteShown(id)), [rows]);
  const places = useEmbedded() ? (["batch", "frame"] as const) : (["batch"] as const);
  const allowed =
    verdict === "approve" ? rows.filter((row) => places.every((place) => refusePlace(place, row) === undefined)) : rows;
  const included = allowed.filter(({ id }) => !leftOut.has(id));
  const read = useActions(isDone ? [] : included.map(({ id }) => id), kept);
  const onScreen = useShown();
  // An approval covers only actions that are shown in full. Other verdicts need nothing on the screen.
  const decided = verdict === "approve" ? included.filter(({ id }) => onScreen.shown.has(id)) : included;
  const notShown = included.filter((row) => !decided.includes(row));
  const hidden = notShown.filter(({ id }) => read.get(id)?.isReading === false);
  const rest = verdict === "approve" ? allowed.filter(({ id }) => leftOut.has(id)) : [];
  const withheld = rows.filter((row) => !allowed.includes(row));
  const leaveOut = (id: string): void => setLeftOut(new Set([...leftOut, id]));
  return { allowed, withheld, included, decided, notShown, hidden, rest, read, leaveOut, ...onScreen };
}

function BatchMeaning({ verdict }: { verdict: BatchVerdict }) {
  return (
    <>
      <Text size="sm">{BATCH_VERDICTS[verdict].meaning}</Text>
      {verdict === "approve" && <StoppedNote />}
    </>
  );
}

function blockOf({ included, decided }: ReturnType<typeof useBatch>): string | undefined {
  if (included.length === 0) return "Nothing is left to decide here";
  return decided.length === 0 ? "Nothing here is shown in full yet" : undefined;
}

interface BatchRowsProps {
  batch: ReturnType<typeof useBatch>;
  kept: KeptEdits | undefined;
  isSending: boolean;
}

function BatchRows({ batch, kept, isSending }: BatchRowsProps) {
  const { included, read, leaveOut, opened, onOpen, onShown } = batch;
  return (
    <ul className={classes.list} tabIndex={0} aria-label="Actions to decide">
      {included.map((row) => (
        <li key={row.id} className={classes.item}>
          <span className={classes.what}>
            <VisibleText text={row.preview.title} newlines="mark" />
            <small>
              <VisibleText text={row.target === null ? row.toolName : `${row.toolName} · ${row.target}`} newlines="mark" />
            </small>
            <ShownChanges
              id={row.id}
              title={row.preview.title}
              digest={kept?.get(row.id)?.digest ?? row.digest}
              read={read.get(row.id)}
              isEdited={kept?.has(row.id) === true}
              isOpen={opened.has(row.id)}
              onOpen={onOpen}
              onShown={onShown}
            />
            <SaidWords by="administrator" text={row.question} as="small" />
            <SaidWords by="agent" text={row.caption} as="small" />
          </span>
          <span className={classes.itemEnd}>
            {kept?.has(row.id) && <b>with your edits</b>}
            <RiskMarks of={row} />
            <CloseButton
              size="sm"
              disabled={isSending}
              aria-label={`Leave out: ${displayText(row.preview.title, { newlines: "mark" })}`}
              title="Remove from this batch (stays in the inbox)"
              onClick={() => leaveOut(row.id)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
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
