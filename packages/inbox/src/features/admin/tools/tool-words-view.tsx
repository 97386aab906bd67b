import type { Tool } from "@countersign/protocol";
import { jsonText } from "../../../ui/diff/json.ts";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings } from "../../../strings/tools.tsx";
import { Fact } from "../shared/card-parts.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

/** The tool's own texts. An upstream may write anything, so they stand last and are always rendered as plain text. */
export function ToolWords({ tool }: { tool: Tool }) {
  const words = strings.ownWords;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{tool.upstream === null ? words.title : words.titleUnverified}</h2>
      {tool.title !== null && (
        <p className={classes.muted}>{words.ownTitle(<VisibleText text={tool.title} newlines="mark" />)}</p>
      )}
      <LongText text={tool.description} />
      {tool.annotations !== null && (
        <div>
          <p className={classes.muted}>{words.annotations}</p>
          <JsonView value={tool.annotations} />
        </div>
      )}
      <div>
        <p className={classes.muted}>{words.schema}</p>
        <LongText code text={jsonText(tool.inputSchema)} />
      </div>
      <dl className={adminClasses.facts}>
        <Fact name={words.whenLost}>{words.effects[tool.effect]}</Fact>
        <Fact name={words.longestRun}>{words.seconds(tool.timeoutSeconds)}</Fact>
        {tool.protectedKeys.length > 0 && (
          <Fact name={words.protectedKeys}>
            <VisibleText text={tool.protectedKeys.join(", ")} newlines="mark" />
          </Fact>
        )}
        <Fact name={words.hash}>
          <DigestChip digest={tool.definitionHash} />
        </Fact>
      </dl>
    </section>
  );
}
