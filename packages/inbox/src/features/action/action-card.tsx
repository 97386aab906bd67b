import { CAUTION_RISK, displayText, refusePlace, type Action } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { actionQuery } from "../../api/action-queries.ts";
import { noteShown } from "../../api/shown-since.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/action.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { PlaceContext } from "../../ui/embedding.ts";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { useDiffLayout } from "../../ui/layout-choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { ReviewPartsContext, useReviewParts } from "../../ui/review-parts.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { DrawnPart } from "../../ui/drawn-part.tsx";
import { hasChanges, partNames } from "../../ui/action-parts.ts";
import { Changes, Edits, InputView, PreviewView } from "./proposal/parts.tsx";
import { DecisionDock } from "./decision/decision-dock.tsx";
import { FormerProposal } from "./history/former-proposal.tsx";
import { InCard } from "./section.tsx";
import { LookAlikeNotice } from "./proposal/look-alike-notice.tsx";
import { NearRepeatNotice } from "./proposal/near-repeat-notice.tsx";
import { Outcome } from "./history/outcome.tsx";
import { VetButton } from "./decision/vet-button.tsx";
import { FormerQuestion } from "./question/former-question.tsx";
import { QuestionView } from "./question/question-view.tsx";
import { UnsentAnswer } from "./question/unsent-answer.tsx";
import { cautionOf } from "./decision/risk-caution.ts";
import pageClasses from "./action-page.module.css";
import classes from "./action-card.module.css";

const ActionDialog = lazy(async () => ({ default: (await import("./action-dialog.tsx")).ActionDialog }));

const NO_FILTER = {};

interface Props {
  id: string;
  /** Draws, below the card, the action that replaced this one without the agent. */
  replaced?: (action: Action) => ReactNode;
}

/** One action among other content: what it would do, then its decision. Once decided, it shrinks to its head and end. */
export function ActionCard({ id, replaced }: Props) {
  const { data: action, error, refetch } = useQuery(actionQuery(id));
  if (action) {
    return (
      <>
        <Card action={action} />
        {replaced?.(action)}
      </>
    );
  }
  if (!error) return <Skeleton height={132} radius="md" role="status" aria-label={strings.card.reading} />;
  return (
    <Notice tone="error" title={strings.card.notRead}>
      {error.message}{" "}
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        {uiStrings.tryAgain}
      </Button>
    </Notice>
  );
}

function Card({ action }: { action: Action }) {
  const layout = useDiffLayout();
  const unopened = useReviewParts();
  const canDecide = mayDecide(useMe());
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => noteShown(action.id), [action.id]);
  const waiting = action.status === "pending";
  const title = displayText(action.preview.title, { newlines: "mark" });
  // A card has no room for everything that must be read before the highest risk may be approved.
  const byItself = waiting && canDecide && refusePlace("card", action) !== undefined;
  return (
    <ReviewPartsContext value={unopened}>
      <article className={classes.card} aria-label={strings.card.proposal(title)} data-action={action.id} data-reading>
        <div className={classes.head}>
          <h2 className={classes.title}>
            <VisibleText text={action.preview.title} newlines="mark" />
            <small>
              <VisibleText
                text={action.target === null ? action.toolName : `${action.toolName} · ${action.target}`}
                newlines="mark"
              />
            </small>
          </h2>
          <span className={classes.marks}>
            <StatusBadge status={action.status} isQuestion={action.isQuestion} />
            <RiskMarks of={action} />
            <DigestChip digest={action.digest} />
          </span>
        </div>
        <InCard>
          {waiting && <Body action={action} layout={layout} />}
          {!waiting && action.status !== "executed" && <Outcome action={action} />}
          {action.isQuestion && <UnsentAnswer action={action} />}
          {action.status === "executed" && action.isQuestion && <QuestionView action={action} />}
        </InCard>
        <div className={classes.more}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconListSearch size={14} aria-hidden />}
            aria-label={strings.card.viewChangesOf(title)}
            onClick={() => setIsOpen(true)}
          >
            {strings.card.viewChanges}
          </Button>
          {waiting && <VetButton action={action} label={strings.card.vet(title)} />}
        </div>
        {byItself ? (
          <div className={classes.alone}>
            <Notice tone="caution">{cautionOf(action)?.says}</Notice>
            <Button size="sm" onClick={() => setIsOpen(true)}>
              {strings.card.readAndDecide}
            </Button>
          </div>
        ) : (
          <PlaceContext value="card">
            <DecisionDock action={action} filter={NO_FILTER} layout={layout} inPlace />
          </PlaceContext>
        )}
        {isOpen && (
          <Suspense>
            <ActionDialog id={action.id} title={title} onClose={() => setIsOpen(false)} />
          </Suspense>
        )}
      </article>
    </ReviewPartsContext>
  );
}

/** All changes. The input is open for a call without a target or with high risk, and collapsed otherwise. */
function Body({ action, layout }: { action: Action; layout: ReturnType<typeof useDiffLayout> }) {
  return (
    <div className={classes.body}>
      {action.preview.summary && (
        <p className={pageClasses.summary}>
          <VisibleText text={action.preview.summary} />
        </p>
      )}
      <NearRepeatNotice action={action} />
      <LookAlikeNotice action={action} />
      <SaidWords by="administrator" text={action.question} />
      <SaidWords by="agent" text={action.caption} />
      {action.isQuestion ? <QuestionBody action={action} /> : <CallBody action={action} layout={layout} />}
    </div>
  );
}

const QuestionBody = ({ action }: { action: Action }) => (
  <>
    <QuestionView action={action} />
    {action.supersedes !== null && <FormerQuestion formerId={action.supersedes} />}
  </>
);

function CallBody({ action, layout }: { action: Action; layout: ReturnType<typeof useDiffLayout> }) {
  return (
    <>
      <PreviewView of={action} />
      <Changes action={action} layout={layout} />
      <Edits action={action} layout={layout} />
      {!hasChanges(action) || action.risk >= CAUTION_RISK ? (
        <InputView input={action.effectiveInput} edited={action.userEdits !== null} digest={action.digest} />
      ) : (
        <details className={classes.input}>
          <summary>{partNames().input}</summary>
          <DrawnPart name={partNames().input} of={action.digest}>
            <JsonView value={action.effectiveInput} />
          </DrawnPart>
        </details>
      )}
      {action.supersedes !== null && <FormerProposal action={action} formerId={action.supersedes} layout={layout} />}
    </>
  );
}
