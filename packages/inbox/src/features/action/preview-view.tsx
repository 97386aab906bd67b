import type { Preview } from "@countersign/protocol";
import { DrawnPreview, hasMore } from "../../ui/preview/drawn-preview.tsx";
import { Section } from "./section.tsx";

/** What the tool derives from the input, besides title and summary. */
export function PreviewView({ preview }: { preview: Preview }) {
  if (!hasMore(preview)) return null;
  return (
    <Section title="What it would do">
      <DrawnPreview preview={preview} />
    </Section>
  );
}
