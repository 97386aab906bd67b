import { readImageData, type ImageFacts, type PreviewImage } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { strings } from "../../strings/code.tsx";
import { numberWords } from "../../strings/count.ts";
import { LongText } from "../long-text.tsx";
import { Notice } from "../notice.tsx";
import { useReportDrawing } from "../review-parts.ts";
import { VisibleText } from "../visible-text.tsx";
import classes from "./preview.module.css";

/** A picture whose bytes are in the tool's preview itself; nothing is fetched. */
export function PreviewImageView({ image: { src, alt, caption } }: { image: PreviewImage }) {
  const read = useMemo(() => readImageData(src), [src]);
  const [isFull, setIsFull] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  useReportDrawing(read.ok && !isBroken && !isLoaded);
  if (!read.ok || isBroken) {
    return (
      <Notice tone="caution" title={strings.preview.noPicture}>
        <VisibleText text={alt} />
        {caption !== undefined && (
          <p>
            <VisibleText text={caption} />
          </p>
        )}
        {read.ok ? strings.preview.damaged : strings.preview.refused(read.reason)}
        <LongText code text={src} />
      </Notice>
    );
  }
  return (
    <figure className={classes.figure}>
      <div
        className={classes.frame}
        data-full={isFull || undefined}
        tabIndex={0}
        role="region"
        aria-label={strings.preview.picture}
      >
        <img
          src={src}
          alt={alt}
          width={read.facts.width}
          height={read.facts.height}
          onLoad={() => setIsLoaded(true)}
          onError={() => setIsBroken(true)}
        />
      </div>
      <figcaption className={classes.caption}>
        <span>
          <VisibleText text={alt} />
          {caption !== undefined && (
            <>
              {" · "}
              <VisibleText text={caption} />
            </>
          )}
        </span>
        <span className={classes.facts}>{factsOf(read.facts)}</span>
        <Button size="compact-xs" variant="default" aria-pressed={isFull} onClick={() => setIsFull(!isFull)}>
          {strings.preview.fullSize}
        </Button>
      </figcaption>
    </figure>
  );
}

const factsOf = ({ type, width, height, bytes }: ImageFacts): string =>
  strings.preview.pictureFacts(type.toUpperCase(), `${width} × ${height}`, numberWords(Math.ceil(bytes / 1024)));
