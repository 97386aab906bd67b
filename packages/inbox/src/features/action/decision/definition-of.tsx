import { isJsonObject, type Json, type Tool } from "@countersign/protocol";
import { strings } from "../../../strings/decision.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, ReasonList } from "../section.tsx";
import classes from "../action-page.module.css";

/** Keys of the definition with a heading of their own, in this order; all other keys follow under their own names. */
const HEADED = ["inputSchema", "annotations"] as const;
const DRAWN_ABOVE: readonly string[] = ["name", "title", "description", ...HEADED];

/** A tool's whole definition as its MCP server lists it; nothing that is vetted may be hidden. */
export function DefinitionOf({ tool }: { tool: Tool }) {
  const words = strings.definition;
  const definition = tool.vetting.changed?.definition ?? {};
  const rest = Object.fromEntries(Object.entries(definition).filter(([key]) => !DRAWN_ABOVE.includes(key)));
  const { findings, fingerprint } = tool.vetting;
  const text = (key: string): string => (typeof definition[key] === "string" ? definition[key] : "");
  return (
    <>
      {findings.length > 0 && (
        <Notice tone="caution" title={words.findings}>
          <ReasonList texts={findings.map(({ message }) => message)} />
        </Notice>
      )}
      <dl className={classes.facts}>
        <Fact name={words.tool}>
          <code>
            <VisibleText text={tool.name} newlines="mark" />
          </code>
        </Fact>
        <Fact name={words.comesFrom}>
          {words.untrustedServer(<VisibleText text={tool.upstream ?? tool.source} newlines="mark" />)}
        </Fact>
        <Fact name={words.nameThere}>
          <code>
            <VisibleText text={text("name")} newlines="mark" />
          </code>
        </Fact>
        {text("title") !== "" && (
          <Fact name={words.title}>
            <VisibleText text={text("title")} newlines="mark" />
          </Fact>
        )}
        <Fact name={words.description} wide>
          {text("description") === "" ? words.none : <LongText text={text("description")} />}
        </Fact>
        {HEADED.map((key) => (
          <Fact key={key} name={words[key]} wide>
            <Part value={definition[key]} />
          </Fact>
        ))}
        {Object.keys(rest).length > 0 && (
          <Fact name={words.everythingElse} wide>
            <JsonView value={rest} />
          </Fact>
        )}
        {fingerprint !== null && (
          <Fact name={words.fingerprint}>
            <DigestChip digest={fingerprint} />
          </Fact>
        )}
        <Fact name={words.riskSoFar} wide>
          <ReasonList texts={tool.riskReasons} />
        </Fact>
      </dl>
    </>
  );
}

const Part = ({ value }: { value: Json | undefined }) =>
  value === undefined || (isJsonObject(value) && Object.keys(value).length === 0) ? (
    strings.definition.none
  ) : (
    <JsonView value={value} />
  );
