import type { ActionSummary, BatchResult } from "@countersign/protocol";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useDecisions } from "../../api/decisions.ts";
import { count } from "../../ui/count.ts";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RiskChip } from "../../ui/risk-chip.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { BatchOutcome } from "./batch-outcome.tsx";
import classes from "./batch-bar.module.css";

interface Props {
  verdict: "approve" | "reject";
  rows: readonly ActionSummary[];
  onCancel: () => void;
  onDone: () => void;
}

/** From this level on each one has to be opened and decided by itself. */
const SINGLE_RISK = 4;

/** Shows every row it is about, decides on a click, and stays to say what became of each. */
export function BatchDialog({ verdict, rows, onCancel, onDone }: Props) {
  const decide = useDecisions();
  const [reason, setReason] = useState("");
  const armed = useArmed(verdict);
  const approving = verdict === "approve";
  const included = approving ? rows.filter(({ risk }) => risk < SINGLE_RISK) : rows;
  const left = rows.length - included.length;
  const results: BatchResult["results"] | undefined = decide.data;
  const send = (): void =>
    decide.mutate(
      included.map(({ id, digest }) => ({
        pendingActionId: id,
        verdict,
        digest,
        ...(!approving && reason.trim() !== "" ? { reason: reason.trim() } : {}),
      })),
    );

  return (
    <Modal
      opened
      size="lg"
      onClose={results ? onDone : onCancel}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
      title={
        <b>{results ? "What became of them" : `${approving ? "Approve" : "Reject"} ${count(included.length, "action")}`}</b>
      }
    >
      {results ? (
        <BatchOutcome rows={included} results={results} onDone={onDone} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">
            {approving
              ? "Each of these runs once, with exactly the input it was proposed with."
              : "None of these runs. Their agents are told."}
          </Text>
          {left > 0 && (
            <Notice tone="caution">
              {count(left, "selected action")} of high risk left out: open and decide them one by one.
            </Notice>
          )}
          <ul className={classes.list} tabIndex={0} aria-label="Actions to decide">
            {included.map((row) => (
              <li key={row.id} className={classes.item}>
                <span className={classes.what}>
                  <VisibleText text={row.preview.title} newlines="mark" />
                  <small>
                    <VisibleText
                      text={row.target === null ? row.toolName : `${row.toolName} · ${row.target}`}
                      newlines="mark"
                    />
                  </small>
                </span>
                <RiskChip risk={row.risk} />
              </li>
            ))}
          </ul>
          {!approving && (
            <TextInput
              label="Reason, told to the agents"
              placeholder="Optional"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {decide.error && (
            <Notice tone="error" title="It did not go through">
              {decide.error.message} Some may have been decided; the queue shows what is true.
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              Go back
            </Button>
            <DecideButton
              armed={armed}
              color={approving ? "teal.9" : "red.9"}
              loading={decide.isPending}
              blockedBy={included.length === 0 ? "Nothing is left to decide here" : undefined}
              onClick={send}
            >
              {approving ? "Approve" : "Reject"} {count(included.length, "action")}
            </DecideButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
