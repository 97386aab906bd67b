import type { Action } from "@countersign/protocol";
import { Button, Group, Stack, Title } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/action.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { DrawnChanges } from "../../../ui/drawn-changes.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { LayoutChoice, type useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ReviewPartsContext, useReviewParts, useUndrawn } from "../../../ui/review-parts.ts";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { hasChanges, partNames, previewOf } from "../../../ui/action-parts.ts";
import { DecisionError } from "../decision/decision-error.tsx";
import { isAsWritten } from "./result-text.ts";
import { PreviewView } from "../proposal/parts.tsx";
import { RiskAcceptance } from "../decision/risk-acceptance.tsx";
import { cautionOf, useRiskBlock } from "../decision/risk-caution.ts";

interface Props {
  action: Action;
  /** The action with the edits applied, from the server. */
  checked: Action;
  /** The resulting file that a person wrote, which the server's must equal; null if they edited the arguments. */
  expected: string | null;
  layout: ReturnType<typeof useDiffLayout>;
  isSending: boolean;
  error: ApiError | null;
  onBack: () => void;
  onApprove: () => void;
  /** True if the edits are kept for a later decision on many actions. */
  isKept: boolean;
}

/** The rebuilt preview, your edits against the agent's input, and the last click. */
export function EditCheck(props: Props) {
  return (
    <ReviewPartsContext value={useReviewParts()}>
      <Check {...props} />
    </ReviewPartsContext>
  );
}

function Check({ action, checked, expected, layout, isSending, error, onBack, onApprove, isKept }: Props) {
  const words = strings.edit;
  const [accepted, setAccepted] = useState(false);
  const hasTarget = hasChanges(checked);
  const undrawn = useUndrawn(
    [partNames().edits, ...(previewOf(checked) ? [partNames().preview] : []), ...(hasTarget ? [partNames().changes] : [])],
    checked.digest,
  );
  const armed = useArmed(`${checked.digest} ${undrawn ?? ""}`) && !isSending;
  const riskBlock = useRiskBlock(checked, accepted);
  const differs = isAsWritten(checked, expected) ? undefined : words.differs;
  const blockedBy = differs ?? undrawn ?? riskBlock;
  const cannotKeep = differs ?? undrawn;
  const caution = cautionOf(checked);
  return (
    <Stack gap="md" data-reading>
      <Group justify="space-between" align="start" wrap="nowrap">
        <Title order={3} size="h4">
          <VisibleText text={checked.preview.title} newlines="mark" />
        </Title>
        <LayoutChoice {...layout} />
      </Group>
      {differs !== undefined && (
        <Notice tone="error" title={differs}>
          {words.differsSays}
        </Notice>
      )}
      <section aria-label={words.yourEdits}>
        <Title order={4} size="sm" mb="xs">
          {words.againstProposal}
        </Title>
        <DrawnPart name={partNames().edits} of={checked.digest}>
          <FieldDiff before={action.toolInput} after={checked.effectiveInput} layout={layout.layout} wholeName={words.input} />
        </DrawnPart>
      </section>
      <PreviewView of={checked} />
      {hasTarget && (
        <section aria-label={words.changes}>
          <Title order={4} size="sm" mb="xs">
            {words.changes}
          </Title>
          <DrawnPart name={partNames().changes} of={checked.digest}>
            <DrawnChanges of={checked} layout={layout.layout} isStored={false} />
          </DrawnPart>
        </section>
      )}
      {!isKept && <RiskAcceptance action={checked} accepted={accepted} onAccept={setAccepted} />}
      {error && <DecisionError error={error} action={action} asked={null} />}
      <Group justify="flex-end">
        <span>
          {words.digest} <DigestChip digest={checked.digest} />
        </span>
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        {action.status === "pending" && isKept && (
          <Button disabled={cannotKeep !== undefined} title={cannotKeep} onClick={onApprove}>
            {words.keep}
          </Button>
        )}
        {action.status === "pending" && !isKept && (
          <DecideButton
            isApproval
            armed={armed}
            color={caution?.isAlarm ? "red.9" : "teal.9"}
            loading={isSending}
            blockedBy={blockedBy}
            onClick={onApprove}
          >
            {words.approve}
          </DecideButton>
        )}
      </Group>
    </Stack>
  );
}
