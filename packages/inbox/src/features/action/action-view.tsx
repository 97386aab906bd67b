import type { Action } from "@countersign/protocol";
import { Title } from "@mantine/core";
import { useEffect } from "react";
import type { QueueFilter } from "../../api/list-filter.ts";
import { useConversation } from "../../api/refine-in-chat.ts";
import type { ApiError } from "../../api/request.ts";
import { noteShown } from "../../api/shown-since.ts";
import { strings } from "../../strings/action.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { useEmbedded } from "../../ui/embedding.ts";
import { useDiffLayout } from "../../ui/layout-choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ReviewPartsContext, useReviewParts } from "../../ui/review-parts.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { VetButton } from "./decision/vet-button.tsx";
import { Attempts } from "./history/attempts.tsx";
import { Comments } from "./history/comments.tsx";
import { Changes, Edits, InputView, PreviewView } from "./proposal/parts.tsx";
import { DecisionDock } from "./decision/decision-dock.tsx";
import { FormerQuestion } from "./question/former-question.tsx";
import { QuestionView } from "./question/question-view.tsx";
import { UnsentAnswer } from "./question/unsent-answer.tsx";
import { Facts, MoreFacts, WhyAsked } from "./proposal/facts.tsx";
import { FormerProposal } from "./history/former-proposal.tsx";
import { LookAlikeNotice } from "./proposal/look-alike-notice.tsx";
import { NearRepeatNotice } from "./proposal/near-repeat-notice.tsx";
import { ToolDrawing } from "./proposal/tool-drawing.tsx";
import { Outcome } from "./history/outcome.tsx";
import { StaleTarget } from "./history/stale-target.tsx";
import { Deliveries } from "./history/deliveries.tsx";
import { Timeline } from "./history/timeline.tsx";
import classes from "./action-page.module.css";

interface Props {
  action: Action;
  filter: QueueFilter;
  /** Why the last read failed; the shown data is then from an earlier read. */
  readError: ApiError | null;
}

/** Facts first, then the changes, then all other details; the decision is always within reach below. */
export function ActionView({ action, filter, readError }: Props) {
  const layout = useDiffLayout();
  const embedded = useEmbedded();
  const inChat = useConversation() !== null;
  const unopened = useReviewParts();
  useEffect(() => noteShown(action.id), [action.id]);
  return (
    <ReviewPartsContext value={unopened}>
      <div className={classes.page} data-reading>
        <article className={classes.body}>
          {!embedded && !inChat && (
            <TextLink to="/" search={true} className={classes.back}>
              {strings.page.backToInbox}
            </TextLink>
          )}
          <div className={classes.marks}>
            <StatusBadge status={action.status} isQuestion={action.isQuestion} />
            <RiskMarks of={action} />
            {action.status === "pending" && <VetButton action={action} />}
          </div>
          <Title order={inChat ? 2 : 1} className={classes.title}>
            <VisibleText text={action.preview.title} newlines="mark" />
          </Title>
          {action.preview.summary && (
            <p className={classes.summary}>
              <VisibleText text={action.preview.summary} />
            </p>
          )}
          <NearRepeatNotice action={action} />
          <LookAlikeNotice action={action} />
          <Facts action={action} />
          {readError && (
            <div className={classes.section}>
              <Notice tone="caution" title={uiStrings.outOfDate}>
                {readError.message}
              </Notice>
            </div>
          )}
          <StaleTarget action={action} layout={layout} />
          <Outcome action={action} />
          <SaidWords by="administrator" text={action.question} />
          <SaidWords by="agent" text={action.caption} />
          {action.isQuestion ? (
            <>
              <UnsentAnswer action={action} />
              <QuestionView action={action} />
              {action.supersedes !== null && <FormerQuestion formerId={action.supersedes} />}
            </>
          ) : (
            <>
              <PreviewView of={action} />
              <Changes action={action} layout={layout} />
              <ToolDrawing action={action} />
              <Edits action={action} layout={layout} />
              {action.supersedes !== null && <FormerProposal action={action} formerId={action.supersedes} layout={layout} />}
              <InputView input={action.effectiveInput} edited={action.userEdits !== null} digest={action.digest} />
            </>
          )}
          <WhyAsked action={action} />
          <MoreFacts action={action} />
          <Attempts attempts={action.attempts} />
          <Comments action={action} />
          <Timeline id={action.id} isQuestion={action.isQuestion} />
          <Deliveries id={action.id} />
        </article>
        <DecisionDock action={action} filter={filter} layout={layout} />
      </div>
    </ReviewPartsContext>
  );
}
