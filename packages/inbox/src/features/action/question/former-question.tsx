import { readQuestion } from "@countersign/protocol";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { strings } from "../../../strings/question.tsx";
import { actionQuery } from "../../../api/action-queries.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "./question.module.css";

/** The question that this one replaces, and what a person asked back. */
export function FormerQuestion({ formerId }: { formerId: string }) {
  const words = strings.former;
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
      {former && (
        <Text size="sm" className={classes.text}>
          {words.agentAsked(<VisibleText text={readQuestion(former.effectiveInput)?.question ?? former.preview.title} />)}
        </Text>
      )}
      {feedback && (
        <Text size="sm" mt={4} className={classes.text}>
          {words.askedBack(<VisibleText text={feedback} />)}
        </Text>
      )}
      {error && <Notice tone="caution">{words.notRead(error.message)}</Notice>}
      {!former && !error && <Skeleton height={60} />}
    </Section>
  );
}
