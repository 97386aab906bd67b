import { choicesOf, displayText, readQuestion, type Action, type Json, type QuestionField } from "@countersign/protocol";
import { PARTS } from "../../../ui/action-parts.ts";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { SaidWords } from "../../../ui/said-words.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, Section } from "../section.tsx";
import classes from "../action-page.module.css";

/** What an agent asks, all of it, and the answer once there is one. */
export function QuestionView({ action }: { action: Action }) {
  const asked = readQuestion(action.effectiveInput);
  if (!asked) return null;
  return (
    <Section title={asked.answer ? "Question and answer" : PARTS.question}>
      <DrawnPart name={PARTS.question} of={action.digest}>
        {/* A question that fits into the title stands there. */}
        {action.preview.title !== `Question: ${asked.question}` && <SaidWords by="asking" text={asked.question} />}
        <SaidWords by="agent" text={asked.context} />
        <dl className={classes.facts}>
          {asked.topic !== undefined && (
            <Fact name="Topic">
              <VisibleText text={asked.topic} newlines="mark" />
            </Fact>
          )}
          {Object.entries(asked.form.properties).map(([name, field]) => (
            <Fact key={name} name={displayText(field.title ?? name, { newlines: "mark" })} wide>
              {asked.answer ? (
                <Answered field={field} value={asked.answer[name]} />
              ) : (
                <Wanted field={field} isRequired={asked.form.required?.includes(name) ?? false} />
              )}
            </Fact>
          ))}
        </dl>
      </DrawnPart>
    </Section>
  );
}

const KINDS = {
  string: "A text",
  number: "A number",
  integer: "A whole number",
  boolean: "Yes or no",
  array: "Any of",
} as const satisfies Record<QuestionField["type"], string>;

function Wanted({ field, isRequired }: { field: QuestionField; isRequired: boolean }) {
  const choices = choicesOf(field)
    ?.map(({ label }) => label)
    .join(", ");
  const kind = choices === undefined ? KINDS[field.type] : `${field.type === "array" ? KINDS.array : "One of"}: ${choices}`;
  return (
    <>
      <VisibleText text={kind} newlines="mark" />
      {isRequired ? "" : " (may be left out)"}
      {field.description !== undefined && (
        <>
          . <VisibleText text={field.description} />
        </>
      )}
    </>
  );
}

function Answered({ field, value }: { field: QuestionField; value: Json | undefined }) {
  if (value === undefined) return <>No answer</>;
  const choices = choicesOf(field) ?? [];
  const labelOf = (one: Json): string => choices.find((choice) => choice.value === one)?.label ?? String(one);
  if (typeof value === "boolean") return <>{value ? "Yes" : "No"}</>;
  return <VisibleText text={Array.isArray(value) ? value.map(labelOf).join(", ") : labelOf(value)} />;
}
