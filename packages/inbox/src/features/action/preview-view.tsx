import type { Json, Preview } from "@countersign/protocol";
import { DrawnPreview } from "../../ui/preview/drawn-preview.tsx";
import { DrawnPart } from "../../ui/drawn-part.tsx";
import { PARTS, previewOf } from "../../ui/action-parts.ts";
import { Section } from "./section.tsx";

interface Props {
  of: { digest: string; preview: Preview; current: Json | null; proposed: Json | null };
}

/** What the tool derives from the input, besides title and summary. What describes content is drawn as what changes. */
export function PreviewView({ of }: Props) {
  const preview = previewOf(of);
  if (!preview) return null;
  return (
    <Section title={PARTS.preview}>
      <DrawnPart name={PARTS.preview} of={of.digest}>
        <DrawnPreview preview={preview} />
      </DrawnPart>
    </Section>
  );
}
