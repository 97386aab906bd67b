import { displaySegments, type DisplayOptions } from "@countersign/protocol";
import { memo } from "react";
import classes from "./visible-text.module.css";

interface Props extends DisplayOptions {
  text: string;
}

/**
 * Text of an agent must be drawn with this component or, where that is impossible, with `displaySegments`. Invisible characters
 * become chips, line breaks on a single line discreet ones; the real character stays in the document beside the chip, so that copying gives the original.
 */
export const VisibleText = memo(function VisibleText({ text, newlines = "keep" }: Props) {
  return (
    <bdi className={classes.text}>
      {displaySegments(text, { newlines }).map((segment, index) =>
        segment.kind === "text" ? (
          segment.text
        ) : (
          <bdi
            key={index}
            role="img"
            aria-label={segment.lineBreak ?? segment.label}
            title={segment.lineBreak ?? segment.label}
            data-line-break={segment.lineBreak === undefined ? undefined : true}
            data-mark={segment.label}
            className={classes.mark}
          >
            <span className={classes.original}>{segment.text}</span>
          </bdi>
        ),
      )}
    </bdi>
  );
});
