import type { JsonObject, Preview } from "@countersign/protocol";
import { JsonView } from "../json-view.tsx";
import { PreviewImageView } from "./preview-image.tsx";
import { previewParts } from "./preview-parts.ts";
import { PreviewTableView } from "./preview-table.tsx";
import classes from "./preview.module.css";

/** Draws a preview's parts besides title and summary; draws nothing if `hasMore` is false. */
export function DrawnPreview({ preview }: { preview: Preview }) {
  const { parts, others } = partsOf(preview);
  return (
    <div className={classes.parts}>
      {parts.map((part, index) =>
        part.kind === "image" ? (
          <PreviewImageView key={index} image={part.image} />
        ) : (
          <PreviewTableView key={index} {...part} />
        ),
      )}
      {Object.keys(others).length > 0 && <JsonView value={others} />}
    </div>
  );
}

/** Whether a preview has more than its title and summary. */
export function hasMore(preview: Preview): boolean {
  const { parts, others } = partsOf(preview);
  return parts.length > 0 || Object.keys(others).length > 0;
}

function partsOf({ title: _title, summary: _summary, items = [], ...rest }: Preview) {
  const others = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonObject;
  return { parts: previewParts(items), others };
}
