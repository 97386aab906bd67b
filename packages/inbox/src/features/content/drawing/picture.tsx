import type { ElementFile } from "@countersign/protocol";
import { Anchor } from "@mantine/core";
import { useState } from "react";
import { inShownWorkspace } from "../../../api/request.ts";
import { strings } from "../../../strings/drawing.tsx";
import { useReportDrawing } from "../../../ui/review-parts.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { filePath } from "./read-content.ts";
import { formatSize } from "./format-value.ts";
import classes from "./content.module.css";

interface Props {
  file: ElementFile;
  title: string;
  path: string;
  small?: boolean;
}

/** Media types that the server sends for display; it sends all others as downloads. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A stored file with its type and size: a picture is displayed, anything else is a download. */
export function Picture({ file, title, path, small = false }: Props) {
  const words = strings.picture;
  const [read, setRead] = useState<{ hash: string; isBroken: boolean } | null>(null);
  const isBroken = read?.hash === file.hash && read.isBroken;
  const address = filePath(file.hash);
  const isPicture = PICTURES.has(file.mediaType) && address !== null && !isBroken;
  useReportDrawing(isPicture && read?.hash !== file.hash, isBroken ? words.name : undefined);
  const pixels = file.width !== undefined && file.height !== undefined ? `, ${words.pixels(file.width, file.height)}` : "";
  return (
    <figure className={classes.picture} data-small={small || undefined}>
      {isPicture && (
        <div className={classes.pictureFrame}>
          <img
            src={address}
            alt={title}
            width={file.width}
            height={file.height}
            onLoad={() => setRead({ hash: file.hash, isBroken: false })}
            onError={() => setRead({ hash: file.hash, isBroken: true })}
          />
        </div>
      )}
      <figcaption className={classes.caption}>
        <span>
          <VisibleText text={path} newlines="mark" />
        </span>
        <span className={classes.dim}>
          <VisibleText text={file.mediaType} newlines="mark" />, {formatSize(file.size)}
          {pixels}
        </span>
        {isBroken && <span>{words.notShown}</span>}
        {!isPicture && address !== null && (
          <Anchor size="sm" underline="always" href={address} download>
            {words.saveFile}
          </Anchor>
        )}
      </figcaption>
    </figure>
  );
}

/** A page rendered by the server, in a frame without any rights: no script, no form, no navigation out of it. */
export const PageFrame = ({ address, label }: { address: string; label: string }) => (
  <iframe sandbox="" src={inShownWorkspace(address)} title={label} className={classes.page} referrerPolicy="no-referrer" />
);
