import { choicesOf, displayText, type AskedQuestion, type Json, type QuestionField } from "@countersign/protocol";
import { language } from "../../../strings/language.ts";
import { strings } from "../../../strings/question.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../section.tsx";
import { partOf } from "./answer-draft.ts";
import { limitsOf } from "./limits.ts";
import pageClasses from "../action-page.module.css";
import classes from "./question.module.css";

/** Title of a field, in one line. */
export const titleOf = (name: string, { title = name }: QuestionField): string => displayText(title, { newlines: "mark" });

/** The parts of an answer: what each one is, or, once there is an answer, what it says. */
export function QuestionParts({ asked: { form, topic, answer } }: { asked: AskedQuestion }) {
  return (
    <dl className={pageClasses.facts}>
      {topic !== undefined && (
        <Fact name={strings.parts.topic}>
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

function kindOf(field: QuestionField): string {
  const { kinds, formats, oneOfThese } = strings.parts;
  if (field.type !== "string") return kinds[field.type];
  if (choicesOf(field)) return oneOfThese;
  return field.format === undefined ? kinds.string : formats[field.format];
}

function Wanted({ field, isRequired }: { field: QuestionField; isRequired: boolean }) {
  const choices = choicesOf(field);
  return (
    <>
      {strings.parts.wanted(kindOf(field), limitsOf(field), isRequired)}
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
  if (value === undefined) return <>{strings.parts.noAnswer}</>;
  if (typeof value === "boolean") return <>{value ? uiStrings.yes : uiStrings.no}</>;
  const choices = choicesOf(field) ?? [];
  const labelOf = (one: Json): string => choices.find((choice) => choice.value === one)?.label ?? String(one);
  if (Array.isArray(value)) return value.length === 0 ? <>{strings.parts.noneOfThem}</> : <Lines texts={value.map(labelOf)} />;
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

const here = new Intl.DateTimeFormat(language, {
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
