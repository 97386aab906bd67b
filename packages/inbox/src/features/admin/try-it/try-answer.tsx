import type { JsonObject, Preview, Tool, TriedTool } from "@countersign/protocol";
import { Notice } from "../../../ui/notice.tsx";
import { DrawnPreview, hasMore } from "../../../ui/preview/drawn-preview.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings } from "../../../strings/try-it.tsx";
import { RiskPair } from "../shared/risk-pair.tsx";
import { Points } from "../shared/card-parts.tsx";
import classes from "./try-it.module.css";

const VERDICT_TONES = {
  asks: "info",
  runs: "caution",
  refused: "error",
} as const;

/** Shows the verdict with its reasons, and the card that a person at an external client would get. */
export function TryAnswer({ tool, answer }: { tool: Tool; answer: TriedTool }) {
  const { verdict, question, preview, ratedRisk, vetted, effectiveRisk, reasons } = answer;
  const words = strings.answer;
  const { title, says } = words.verdicts[verdict];
  return (
    <section className={classes.answer} aria-label={words.label}>
      <Notice tone={VERDICT_TONES[verdict]} title={title}>
        {says}
        {reasons.length > 0 && <Points lines={reasons} />}
      </Notice>
      {verdict === "asks" && (
        <article className={classes.card} aria-label={words.card}>
          <p className={classes.from}>{words.countersignAsks}</p>
          {question !== null && (
            <p className={classes.question}>
              <VisibleText text={question} />
            </p>
          )}
          {preview !== null && <CardPreview preview={preview} />}
          <p className={classes.from}>
            <code>
              <VisibleText text={tool.exposedName} newlines="mark" />
            </code>
          </p>
          <RiskPair ratedRisk={ratedRisk} effectiveRisk={effectiveRisk} vetted={vetted} />
        </article>
      )}
    </section>
  );
}

function CardPreview({ preview }: { preview: JsonObject }) {
  const { title, summary } = preview;
  const drawn = { ...preview, title: typeof title === "string" ? title : "" } as Preview;
  return (
    <>
      {drawn.title !== "" && (
        <h2 className={classes.title}>
          <VisibleText text={drawn.title} newlines="mark" />
        </h2>
      )}
      {typeof summary === "string" && (
        <p className={classes.summary}>
          <VisibleText text={summary} />
        </p>
      )}
      {hasMore(drawn) && <DrawnPreview preview={drawn} />}
    </>
  );
}
