import { readImageData, type ImageFacts, type PreviewImage } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { LongText } from "../long-text.tsx";
import { Notice } from "../notice.tsx";
import { useReportDrawing } from "../review-parts.ts";
import { VisibleText } from "../visible-text.tsx";
import classes from "./preview.module.css";

const sizes = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** A picture whose bytes are in the tool's preview itself; nothing is fetched. */
export function PreviewImageView({ image: { src, alt, caption } }: { image: PreviewImage }) {
  const read = useMemo(() => readImageData(src), [src]);
  const [isFull, setIsFull] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  useReportDrawing(read.ok && !isBroken && !isLoaded);
  if (!read.ok || isBroken) {
    return (
      <Notice tone="caution" title="A picture that cannot be shown">
        <VisibleText text={alt} />
        {caption !== undefined && (
          <p>
            <VisibleText text={caption} />
          </p>
        )}
        {read.ok ? "Its bytes are damaged." : `It ${read.reason}.`}
        <LongText code text={src} />
      </Notice>
    );
  }
  return (
    <figure className={classes.figure}>
      <div className={classes.frame} data-full={isFull || undefined} tabIndex={0} role="region" aria-label="Picture">
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
          Full size
        </Button>
      </figcaption>
    </figure>
  );
}

const factsOf = ({ type, width, height, bytes }: ImageFacts): string =>
  `${type.toUpperCase()}, ${width} × ${height} pixels, ${sizes.format(Math.ceil(bytes / 1024))} kB`;
