import { choicesOf, displayText, limitsOf, type AskedQuestion, type Json, type QuestionField } from "@countersign/protocol";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../section.tsx";
import { partOf } from "./answer-draft.ts";
import pageClasses from "../action-page.module.css";
import classes from "./question.module.css";

/** Title of a field, in one line. */
export const titleOf = (name: string, { title = name }: QuestionField): string => displayText(title, { newlines: "mark" });

/** The parts of an answer: what each one is, or, once there is an answer, what it says. */
export function QuestionParts({ asked: { form, topic, answer } }: { asked: AskedQuestion }) {
  return (
    <dl className={pageClasses.facts}>
      {topic !== undefined && (
        <Fact name="Topic">
          <VisibleText text={topic} newlines="mark" />
        </Fact>
      )}
      {Object.entries(form.properties).map(([name, field]) => (
        <Fact key={name} name={titleOf(name, field)} wide>
          {answer ? (
            <Answered field={field} value={partOf(answer, name)} />
          ) : (
            <Wanted field={field} isRequired={form.required?.includes(name) ?? false} />
          )}
        </Fact>
      ))}
    </dl>
  );
}

const KINDS = {
  string: "A text",
  number: "A number",
  integer: "A whole number",
  boolean: "Yes or no",
  array: "Any of these",
} as const satisfies Record<QuestionField["type"], string>;

const FORMATS = {
  email: "An e-mail address",
  uri: "An address such as https://example.com",
  date: "A date",
  "date-time": "A date and time",
} as const;

function kindOf(field: QuestionField): string {
  if (field.type !== "string") return KINDS[field.type];
  if (choicesOf(field)) return "One of these";
  return field.format === undefined ? KINDS.string : FORMATS[field.format];
}

function Wanted({ field, isRequired }: { field: QuestionField; isRequired: boolean }) {
  const choices = choicesOf(field);
  const limits = limitsOf(field);
  return (
    <>
      {kindOf(field)}
      {limits !== undefined && `, ${limits}`}
      {isRequired ? "" : " (may be left out)"}
      {choices && <Lines texts={choices.map(({ label }) => label)} />}
      {field.description !== undefined && (
        <p className={classes.described}>
          <VisibleText text={field.description} />
        </p>
      )}
    </>
  );
}

function Answered({ field, value }: { field: QuestionField; value: Json | undefined }) {
  if (value === undefined) return <>No answer</>;
  if (typeof value === "boolean") return <>{value ? "Yes" : "No"}</>;
  const choices = choicesOf(field) ?? [];
  const labelOf = (one: Json): string => choices.find((choice) => choice.value === one)?.label ?? String(one);
  if (Array.isArray(value)) return value.length === 0 ? <>None of them</> : <Lines texts={value.map(labelOf)} />;
  return (
    <span className={classes.text}>
      <VisibleText text={labelOf(value)} />
      {field.type === "string" && field.format === "date-time" && hereOf(String(value))}
    </span>
  );
}

/** One line each: a comma between them could be part of one. */
export const Lines = ({ texts }: { texts: readonly string[] }) => (
  <ul className={classes.choices}>
    {texts.map((text) => (
      <li key={text}>
        <VisibleText text={text} newlines="mark" />
      </li>
    ))}
  </ul>
);

const here = new Intl.DateTimeFormat("en", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** An instant in the reader's time zone; empty if it is none. */
function hereOf(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? "" : ` (${here.format(time)})`;
}
