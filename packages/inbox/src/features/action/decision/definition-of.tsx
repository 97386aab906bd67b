import { isJsonObject, type Json, type Tool } from "@countersign/protocol";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, ReasonList } from "../section.tsx";
import classes from "../action-page.module.css";

/** Keys of the definition with a heading of their own, in this order; all other keys follow under their own names. */
const HEADED: readonly (readonly [string, string])[] = [
  ["inputSchema", "Input schema"],
  ["annotations", "What its server says of it (unverified)"],
];
const DRAWN_ABOVE = ["name", "title", "description", ...HEADED.map(([key]) => key)];

/** A tool's whole definition as its MCP server lists it; nothing that is vetted may be hidden. */
export function DefinitionOf({ tool }: { tool: Tool }) {
  const definition = tool.vetting.changed?.definition ?? {};
  const rest = Object.fromEntries(Object.entries(definition).filter(([key]) => !DRAWN_ABOVE.includes(key)));
  const { findings, fingerprint } = tool.vetting;
  const text = (key: string): string => (typeof definition[key] === "string" ? definition[key] : "");
  return (
    <>
      {findings.length > 0 && (
        <Notice tone="caution" title="Found in its definition">
          <ReasonList texts={findings.map(({ message }) => message)} />
        </Notice>
      )}
      <dl className={classes.facts}>
        <Fact name="Tool">
          <code>
            <VisibleText text={tool.name} newlines="mark" />
          </code>
        </Fact>
        <Fact name="Comes from">
          <VisibleText text={tool.upstream ?? tool.source} newlines="mark" />, an MCP server that is not trusted
        </Fact>
        <Fact name="Its name there">
          <code>
            <VisibleText text={text("name")} newlines="mark" />
          </code>
        </Fact>
        {text("title") !== "" && (
          <Fact name="Title">
            <VisibleText text={text("title")} newlines="mark" />
          </Fact>
        )}
        <Fact name="Description" wide>
          {text("description") === "" ? "None" : <LongText text={text("description")} />}
        </Fact>
        {HEADED.map(([key, name]) => (
          <Fact key={key} name={name} wide>
            <Part value={definition[key]} />
          </Fact>
        ))}
        {Object.keys(rest).length > 0 && (
          <Fact name="Everything else it says" wide>
            <JsonView value={rest} />
          </Fact>
        )}
        {fingerprint !== null && (
          <Fact name="Fingerprint">
            <DigestChip digest={fingerprint} />
          </Fact>
        )}
        <Fact name="Its risk so far, because" wide>
          <ReasonList texts={tool.riskReasons} />
        </Fact>
      </dl>
    </>
  );
}

const Part = ({ value }: { value: Json | undefined }) =>
  value === undefined || (isJsonObject(value) && Object.keys(value).length === 0) ? "None" : <JsonView value={value} />;
