import { ANSWER, readQuestion, type Action, type AskedQuestion } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { strings } from "../../../strings/question.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import type { Command } from "../../../api/decisions.ts";
import type { ApiError } from "../../../api/request.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SaidWords } from "../../../ui/said-words.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { AnswerField } from "./answer-field.tsx";
import { draftOf, entryOf, readAnswerDraft, type AnswerDraft } from "./answer-draft.ts";
import { useKeptDraft } from "./kept-draft.ts";
import { OvertakenNotice } from "./overtaken-notice.tsx";
import { faultsOfAnswer } from "./plain-faults.ts";

interface Props {
  action: Action;
  isSending: boolean;
  /** Why the last decision was refused. */
  error: ApiError | null;
  send: (command: Command) => void;
  onClose: () => void;
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

/** The form of a question. What is sent is the whole answer, over what this person was shown. */
export function AnswerDialog(props: Props) {
  const asked = readQuestion(props.action.effectiveInput);
  return asked && <AnswerForm {...props} asked={asked} />;
}

function AnswerForm({ action, asked, isSending, error, send, onClose }: Props & { asked: AskedQuestion }) {
  const words = strings.dialog;
  const { draft, enter, close } = useDraft(action.id, asked, onClose);
  const [seenDigest, setSeenDigest] = useState(action.digest);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const armed = useArmed(`${action.id} answer ${action.digest}`) && !isSending;
  // A vote leaves the action waiting, and this dialog open.
  const isVoted = sentAt !== null && action.version > sentAt && !isSending && !error;
  useEffect(() => {
    if (isVoted) close();
  }, [isVoted, close]);
  // One's own answer changes the digest, too.
  const isOvertaken = action.digest !== seenDigest && !isSending && !isVoted;

  const names = Object.keys(asked.form.properties);
  const refused = sentAt === null ? NO_FAULTS : fieldFaults(faultsOfAnswer(error?.problem), names);
  const shown = faults.size > 0 ? faults : refused;
  const isRefused = error !== null && sentAt !== null && faults.size === 0 && names.every((name) => !refused.has(name));
  const sendAnswer = (): void => {
    const read = readAnswerDraft(asked, draft);
    const all = new Map([...(read.ok ? NO_FAULTS : read.faults), ...unfinishedIn(form.current)]);
    setFaults(all);
    if (!read.ok || all.size > 0) return;
    setSentAt(action.version);
    send({ name: "approve", body: { digest: seenDigest, userEdits: { [ANSWER]: read.answer } } });
  };
  const goOn = (): void => {
    setSeenDigest(action.digest);
    setSentAt(null);
  };

  return (
    <Dialog onClose={close} size="44rem" fillsPhone closeOnEscape={false} closeLabel={words.close} title={words.title}>
      <Stack gap="md" ref={form}>
        <div>
          <SaidWords by="asking" text={asked.question} />
          <SaidWords by="agent" text={asked.context} />
        </div>
        {names.map((name) => (
          <AnswerField
            key={name}
            name={name}
            field={asked.form.properties[name]!}
            isRequired={asked.form.required?.includes(name) ?? false}
            entered={entryOf(draft, name)}
            fault={shown.get(name)}
            onChange={(entered) => enter(name, entered)}
          />
        ))}
        {isOvertaken && <OvertakenNotice asked={asked} onGoOn={goOn} />}
        {isRefused && !isOvertaken && (
          <Notice tone="error" title={words.notSent}>
            {error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {uiStrings.cancel}
          </Button>
          <DecideButton
            isApproval
            armed={armed}
            color="teal.9"
            loading={isSending}
            blockedBy={isOvertaken ? words.changedMeanwhile : undefined}
            onClick={sendAnswer}
          >
            {words.send}
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What is entered. It outlives this dialog, which is gone at once when the question ends, unless the person closes it. */
function useDraft(id: string, asked: AskedQuestion, onClose: () => void) {
  const { kept, keep, forget } = useKeptDraft(id);
  const [draft, setDraft] = useState<AnswerDraft>(() => kept ?? draftOf(asked));
  const enter = (name: string, entered: AnswerDraft[string]): void => {
    const next = { ...draft, [name]: entered };
    setDraft(next);
    keep(next);
  };
  const close = (): void => {
    forget();
    onClose();
  };
  return { draft, enter, close };
}

/** Fields with an entry that the browser does not hand out, such as a date without a year. */
function unfinishedIn(form: HTMLElement | null): [string, string][] {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>("input[name]") ?? [])];
  return inputs.filter(({ validity }) => validity.badInput).map(({ name }) => [name, strings.faults.notComplete]);
}
