import { type Action, keptResultOf } from "@countersign/protocol";
import { Anchor } from "@mantine/core";
import { strings } from "../../../strings/history.tsx";
import { language } from "../../../strings/language.ts";
import { inShownWorkspace } from "../../../api/request.ts";
import { failureWords } from "../../../ui/status-words.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";

/** Result, failure or unknown outcome of an action; nothing until there is one. */
export function Outcome({ action }: { action: Action }) {
  const { status, error, result } = action;
  if (status === "outcome_unknown") return <UnknownOutcome action={action} />;
  if (error !== null) {
    return (
      <Section title={strings.outcome.title}>
        <Notice tone="error" title={failureWords(error.code)}>
          <VisibleText text={error.message} />
        </Notice>
        <KeptResult action={action} />
      </Section>
    );
  }
  // The answer to a question stands beside it.
  if (status !== "executed" || result === null || action.isQuestion) return null;
  return (
    <Section title={strings.outcome.result}>
      <KeptResult action={action} />
      <JsonView value={result} />
    </Section>
  );
}

const mebibytes = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/** Size of a result that is too large for the page, with a download if it is stored whole; nothing for any other result. */
function KeptResult({ action }: { action: Action }) {
  const kept = keptResultOf(action.result);
  if (!kept) return null;
  const words = strings.outcome;
  const size = words.size(mebibytes.format(kept.bytes / 1024 / 1024));
  if (!kept.isWhole) return <p>{words.onlyBeginningKept(size)}</p>;
  return (
    <p>
      {words.beginning(size)}{" "}
      <Anchor
        underline="always"
        href={inShownWorkspace(`/api/pending-actions/${encodeURIComponent(action.id)}/result`)}
        download
      >
        {words.downloadWhole}
      </Anchor>
    </p>
  );
}
