import { readQuestion } from "@countersign/protocol";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../../api/action-queries.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "./question.module.css";

/** The question that this one replaces, and what a person asked back. */
export function FormerQuestion({ formerId }: { formerId: string }) {
  const { data: former, error } = useQuery(actionQuery(formerId));
  const feedback = former?.decisions.findLast(({ verdict }) => verdict === "refine")?.comment;
  return (
    <Section
      title="What was asked before"
      tools={
        <TextLink to="/actions/$id" params={{ id: formerId }} search={true}>
          Open the earlier question
        </TextLink>
      }
    >
      {former && (
        <Text size="sm" className={classes.text}>
          The agent asked: “<VisibleText text={readQuestion(former.effectiveInput)?.question ?? former.preview.title} />”
        </Text>
      )}
      {feedback && (
        <Text size="sm" mt={4} className={classes.text}>
          Asked back: “<VisibleText text={feedback} />”
        </Text>
      )}
      {error && <Notice tone="caution">The earlier question could not be read: {error.message}</Notice>}
      {!former && !error && <Skeleton height={60} />}
    </Section>
  );
}
