import type { Action } from "@countersign/protocol";
import { FieldDiff } from "../../ui/field-diff.tsx";
import { LayoutChoice, type useDiffLayout } from "../../ui/layout-choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "./section.tsx";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
}

/** The target as it was when proposed, beside what it would become. */
export function Changes({ action, layout }: Props) {
  const { current, proposed } = action;
  if (current === null && proposed === null) return null;
  return (
    <Section title="What changes" tools={<LayoutChoice {...layout} />}>
      {current === null && <Notice tone="info">There is nothing there yet; this makes it.</Notice>}
      {proposed === null && <Notice tone="caution">Afterwards it is gone.</Notice>}
      <div style={{ marginTop: current === null || proposed === null ? 10 : 0 }}>
        <FieldDiff before={current ?? undefined} after={proposed ?? undefined} layout={layout.layout} wholeName="Content" />
      </div>
    </Section>
  );
}
