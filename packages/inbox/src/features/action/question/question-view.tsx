import { readQuestion, type Action } from "@countersign/protocol";
import { partNames } from "../../../ui/action-parts.ts";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { SaidWords } from "../../../ui/said-words.tsx";
import { Section } from "../section.tsx";
import { isInTitle, questionHeading } from "./question-words.ts";
import { QuestionParts } from "./question-parts.tsx";

/** The whole question of an agent, and the answer once there is one. */
export function QuestionView({ action }: { action: Action }) {
  const asked = readQuestion(action.effectiveInput);
  if (!asked) return null;
  return (
    <Section title={questionHeading(action.status, asked.answer !== null)}>
      <DrawnPart name={partNames().question} of={action.digest}>
        {!isInTitle(asked.question, action.preview.title) && <SaidWords by="asking" text={asked.question} />}
        <SaidWords by="agent" text={asked.context} />
        <QuestionParts asked={asked} />
      </DrawnPart>
    </Section>
  );
}
