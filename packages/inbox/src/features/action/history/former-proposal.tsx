import type { Action } from "@countersign/protocol";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { strings } from "../../../strings/history.tsx";
import { actionQuery } from "../../../api/action-queries.ts";
import { readChange } from "../../../ui/change-renderer.ts";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { Section } from "../section.tsx";

interface Props {
  action: Action;
  formerId: string;
  layout: ReturnType<typeof useDiffLayout>;
}

/** The proposal that was sent back, the feedback to the agent, and what has changed since. */
export function FormerProposal({ action, formerId, layout }: Props) {
  const words = strings.formerProposal;
  const { data: former, error } = useQuery(actionQuery(formerId));
  const feedback = former?.decisions.findLast(({ verdict }) => verdict === "refine")?.comment;
  return (
    <Section
      title={words.title}
      tools={
        <TextLink to="/actions/$id" params={{ id: formerId }} search={true}>
          {words.open}
        </TextLink>
      }
    >
      {feedback && (
        <Text size="sm" mb="xs">
          {words.askedFor(<VisibleText text={feedback} />)}
        </Text>
      )}
      {former && (
        <DrawnPart name={words.title} of={action.digest} isExtra>
          <SinceThen former={former} action={action} layout={layout.layout} />
        </DrawnPart>
      )}
      {error && <Notice tone="caution">{words.notRead(error.message)}</Notice>}
      {!former && !error && <Skeleton height={60} />}
    </Section>
  );
}

/** Compares two proposals: as the renderer of their changes draws it if the target is the same, otherwise by their inputs. */
function SinceThen({ former, action, layout }: { former: Action; action: Action; layout: DiffLayout }) {
  const drawn = former.target === action.target ? readChange(action)?.since(former, layout) : null;
  return (
    drawn ?? (
      <FieldDiff before={former.toolInput} after={action.toolInput} layout={layout} wholeName={strings.formerProposal.input} />
    )
  );
}
