import type { Action } from "@countersign/protocol";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../api/queries.ts";
import { FieldDiff } from "../../ui/field-diff.tsx";
import type { useDiffLayout } from "../../ui/layout-choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";

interface Props {
  action: Action;
  formerId: string;
  layout: ReturnType<typeof useDiffLayout>;
}

/** The proposal that was sent back, what was asked of the agent, and what it changed. */
export function FormerProposal({ action, formerId, layout }: Props) {
  const { data: former, error } = useQuery(actionQuery(formerId));
  const feedback = former?.decisions.findLast(({ verdict }) => verdict === "refine")?.comment;
  return (
    <Section
      title="Since it was sent back"
      tools={
        <TextLink to="/actions/$id" params={{ id: formerId }} search={true}>
          Open the earlier proposal
        </TextLink>
      }
    >
      {feedback && (
        <Text size="sm" mb="xs">
          Asked for: “<VisibleText text={feedback} />”
        </Text>
      )}
      {former && <FieldDiff before={former.toolInput} after={action.toolInput} layout={layout.layout} wholeName="Input" />}
      {error && <Notice tone="caution">The earlier proposal could not be read: {error.message}</Notice>}
      {!former && !error && <Skeleton height={60} />}
    </Section>
  );
}
