import { displaySegments, type DisplayOptions } from "@countersign/protocol";
import { memo } from "react";
import classes from "./visible-text.module.css";

interface Props extends DisplayOptions {
  text: string;
}

/**
 * The only way text of an agent gets on the screen. What would not show is drawn as a chip, and the real character stays
 * in the document beside the chip's picture, so that copying gives the original.
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
            aria-label={segment.label}
            title={segment.label}
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
