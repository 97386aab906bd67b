import type { JsonObject, Preview } from "@countersign/protocol";
import { JsonView } from "../../ui/json-view.tsx";
import { PreviewImageView } from "./preview-image.tsx";
import { previewParts } from "./preview-parts.ts";
import { PreviewTableView } from "./preview-table.tsx";
import { Section } from "./section.tsx";
import classes from "./preview.module.css";

/** What the tool derives from the input, besides title and summary. */
export function PreviewView({ preview }: { preview: Preview }) {
  const { title: _title, summary: _summary, items = [], ...rest } = preview;
  const others = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonObject;
  const parts = previewParts(items);
  if (parts.length === 0 && Object.keys(others).length === 0) return null;
  return (
    <Section title="What it would do">
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
    </Section>
  );
}
