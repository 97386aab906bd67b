import type { Action } from "@countersign/protocol";
import { DrawnChanges } from "../../ui/content/drawn-changes.tsx";
import { LayoutChoice, type useDiffLayout } from "../../ui/layout-choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DrawnPart } from "../../ui/drawn-part.tsx";
import { hasChanges, PARTS } from "../../ui/action-parts.ts";
import { Section } from "./section.tsx";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
}

/** The target as it was when proposed, beside what it would become. */
export function Changes({ action, layout }: Props) {
  const { current, proposed } = action;
  if (!hasChanges(action)) return null;
  return (
    <Section title={PARTS.changes} tools={<LayoutChoice {...layout} />}>
      {current === null && <Notice tone="info">There is nothing there yet; this makes it.</Notice>}
      {proposed === null && <Notice tone="caution">Afterwards it is gone.</Notice>}
      <div style={{ marginTop: current === null || proposed === null ? 10 : 0 }}>
        <DrawnPart name={PARTS.changes} of={action.digest}>
          <DrawnChanges of={action} layout={layout.layout} />
        </DrawnPart>
      </div>
    </Section>
  );
}
