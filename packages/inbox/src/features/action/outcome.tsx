import type { Action } from "@countersign/protocol";
import { FAILURE_WORDS } from "../../ui/status-words.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { KeptResult } from "./kept-result.tsx";
import { Section } from "./section.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";

/** What came of it, once there is something to say. */
export function Outcome({ action }: { action: Action }) {
  const { status, error, result } = action;
  if (status === "outcome_unknown") return <UnknownOutcome action={action} />;
  if (error !== null) {
    return (
      <Section title="Outcome">
        <Notice tone="error" title={FAILURE_WORDS[error.code]}>
          <VisibleText text={error.message} />
        </Notice>
        <KeptResult action={action} />
      </Section>
    );
  }
  if (status !== "executed" || result === null) return null;
  return (
    <Section title="Result">
      <KeptResult action={action} />
      <JsonView value={result} />
    </Section>
  );
}
