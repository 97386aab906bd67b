import type { Tool } from "@countersign/protocol";
import { jsonText } from "../../../ui/diff/json.ts";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

/** The tool's own texts. An upstream may write anything, so they stand last and are always rendered as plain text. */
export function ToolWords({ tool }: { tool: Tool }) {
  return (
    <section className={classes.part} aria-label="What the tool says of itself">
      <h2 className={classes.partTitle}>What the tool says of itself{tool.upstream === null ? "" : " (unverified)"}</h2>
      {tool.title !== null && (
        <p className={classes.muted}>
          Title: <VisibleText text={tool.title} newlines="mark" />
        </p>
      )}
      <LongText text={tool.description} />
      {tool.annotations !== null && (
        <div>
          <p className={classes.muted}>Annotations</p>
          <JsonView value={tool.annotations} />
        </div>
      )}
      <div>
        <p className={classes.muted}>Schema of its input</p>
        <LongText code text={jsonText(tool.inputSchema)} />
      </div>
      <dl className={adminClasses.facts}>
        <Fact name="When a run is lost">{EFFECT_WORDS[tool.effect]}</Fact>
        <Fact name="Longest run">{tool.timeoutSeconds} s</Fact>
        {tool.protectedKeys.length > 0 && (
          <Fact name="No edit may change">
            <VisibleText text={tool.protectedKeys.join(", ")} newlines="mark" />
          </Fact>
        )}
        <Fact name="Hash of the definition">
          <DigestChip digest={tool.definitionHash} />
        </Fact>
      </dl>
    </section>
  );
}

const EFFECT_WORDS = {
  transactional: "it cannot be lost",
  idempotent: "it runs again with the same key",
  reconcilable: "the tool is asked whether it happened",
  unsafe: "a person says what happened",
} as const satisfies Record<Tool["effect"], string>;
