import type { Action } from "@countersign/protocol";
import { FAILURE_WORDS } from "../../ui/status-words.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";

/** What came of it, once there is something to say. */
export function Outcome({ action }: { action: Action }) {
  const { status, error, result } = action;
  if (status === "outcome_unknown") {
    return (
      <Section title="Outcome">
        <Notice tone="caution" title="Nobody knows whether this happened">
          The run was lost before it could report. Look at what it would have changed, then say below what you found. It does
          not run again by itself.
        </Notice>
      </Section>
    );
  }
  if (error !== null) {
    return (
      <Section title="Outcome">
        <Notice tone="error" title={FAILURE_WORDS[error.code]}>
          <VisibleText text={error.message} />
        </Notice>
      </Section>
    );
  }
  if (status !== "executed" || result === null) return null;
  return (
    <Section title="Result">
      <JsonView value={result} />
    </Section>
  );
}
