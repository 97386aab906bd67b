import type { ElementFile } from "@countersign/protocol";
import { Anchor } from "@mantine/core";
import { useState } from "react";
import { VisibleText } from "../visible-text.tsx";
import { filePath } from "./file-path.ts";
import { formatSize } from "./format-value.ts";
import classes from "./content.module.css";

interface Props {
  file: ElementFile;
  title: string;
  path: string;
  small?: boolean;
}

/** What the server gives to be shown; anything else it gives to be saved. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A file as it is kept: a picture as such, anything else to be saved; with its type and size. */
export function Picture({ file, title, path, small = false }: Props) {
  const [isBroken, setIsBroken] = useState(false);
  const address = filePath(file.hash);
  const isPicture = PICTURES.has(file.mediaType) && address !== null && !isBroken;
  const pixels = file.width !== undefined && file.height !== undefined ? `, ${file.width} × ${file.height} pixels` : "";
  return (
    <figure className={classes.picture} data-small={small || undefined}>
      {isPicture && (
        <div className={classes.pictureFrame}>
          <img src={address} alt={title} width={file.width} height={file.height} onError={() => setIsBroken(true)} />
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
        {!isPicture && address !== null && (
          <Anchor size="sm" underline="always" href={address} download>
            Save the file
          </Anchor>
        )}
      </figcaption>
    </figure>
  );
}
