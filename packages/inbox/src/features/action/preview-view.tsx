import type { Json, Preview } from "@countersign/protocol";
import { readContentProposal } from "../../ui/content/read-content.ts";
import { DrawnPreview, hasMore } from "../../ui/preview/drawn-preview.tsx";
import { Section } from "./section.tsx";

interface Props {
  of: { preview: Preview; current: Json | null; proposed: Json | null };
}

/** What the tool derives from the input, besides title and summary. What describes content is drawn as what changes. */
export function PreviewView({ of }: Props) {
  const preview = readContentProposal(of) ? { ...of.preview, content: undefined } : of.preview;
  if (!hasMore(preview)) return null;
  return (
    <Section title="What it would do">
      <DrawnPreview preview={preview} />
    </Section>
  );
}
