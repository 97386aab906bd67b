import { ANSWER, readQuestion, type Action, type Problem } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Command } from "../../../api/decisions.ts";
import type { ApiError } from "../../../api/request.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SaidWords } from "../../../ui/said-words.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { AnswerField } from "./answer-field.tsx";
import { draftOf, readAnswerDraft, type AnswerDraft } from "./answer-draft.ts";

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
export function AnswerDialog({ action, isSending, error, send, onClose }: Props) {
  const asked = readQuestion(action.effectiveInput);
  const [draft, setDraft] = useState<AnswerDraft>(() => draftOf(asked?.answer ?? null));
  const [faults, setFaults] = useState(NO_FAULTS);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const armed = useArmed(`${action.id} answer`) && !isSending;
  // A vote leaves the action waiting, and this dialog open.
  const isVoted = sentAt !== null && action.version > sentAt && !isSending && !error;
  useEffect(() => {
    if (isVoted) onClose();
  }, [isVoted, onClose]);
  if (!asked) return null;

  const names = Object.keys(asked.form.properties);
  const refused = sentAt === null ? NO_FAULTS : fieldFaults(ofAnswer(error?.problem), names);
  const shown = faults.size > 0 ? faults : refused;
  const sendAnswer = (): void => {
    const read = readAnswerDraft(asked, draft);
    setFaults(read.ok ? NO_FAULTS : read.faults);
    if (!read.ok) return;
    setSentAt(action.version);
    send({ name: "approve", body: { digest: action.digest, userEdits: { [ANSWER]: read.answer } } });
  };

  return (
    <Dialog onClose={onClose} size="44rem" fillsPhone closeOnEscape={false} closeLabel="Close without answering" title="Answer">
      <Stack gap="md">
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
            entered={draft[name] ?? ""}
            fault={shown.get(name)}
            onChange={(entered) => setDraft({ ...draft, [name]: entered })}
          />
        ))}
        {error && sentAt !== null && faults.size === 0 && names.every((name) => !refused.has(name)) && (
          <Notice tone="error" title="The answer was not sent">
            {error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <DecideButton armed={armed} color="teal.9" loading={isSending} onClick={sendAnswer}>
            Send the answer
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The faults with their paths from the answer on. */
const ofAnswer = (problem: Problem | null | undefined): Problem | null =>
  problem?.errors
    ? {
        ...problem,
        errors: problem.errors.map(({ path, message }) => ({ path: path.replace(`/userEdits/${ANSWER}`, ""), message })),
      }
    : null;
