import type { ContentState, Json } from "@countersign/protocol";
import { lazy } from "react";
import type { ChangeRenderer, KnownChange } from "../../ui/change-renderer.ts";
import { lineOf, type ShortChange } from "../../ui/short-change.ts";
import { contentChanges } from "./drawing/content-changes.ts";
import { ElementKindName } from "./drawing/element-kind-name.tsx";
import { plainValue } from "./drawing/format-value.ts";
import { isContentState, readContent, readContentProposal, type ContentProposal } from "./drawing/read-content.ts";
import { partTitleOf, shortPartOf } from "./drawing/short-part.ts";

const ContentChangesView = lazy(async () => ({
  default: (await import("./drawing/content-changes-view.tsx")).ContentChangesView,
}));
const ContentDiff = lazy(async () => ({ default: (await import("./drawing/content-diff.tsx")).ContentDiff }));
const ContentThreeWay = lazy(async () => ({ default: (await import("./drawing/content-three-way.tsx")).ContentThreeWay }));

/** Draws changes of content, whichever tool proposes them: each field by its kind. */
export const contentRenderer: ChangeRenderer = {
  previewKey: "content",

  read(of) {
    const proposal = readContentProposal(of);
    return proposal && drawnOf(proposal);
  },

  readTarget(preview) {
    const content = readContent(preview);
    if (!content) return null;
    const { kind, type, path, fields } = content;
    return {
      kind: <ElementKindName kind={kind} type={type} />,
      path,
      titleOf: (name) => fields.find((field) => field.name === name)?.title ?? name,
    };
  },
};

const drawnOf = (proposal: ContentProposal): KnownChange => ({
  shortLines: () => shortLinesOf(proposal),

  whole: (actionId, layout) => <ContentChangesView actionId={actionId} proposal={proposal} layout={layout} />,

  since(former, layout) {
    const then = readContentProposal(former);
    if (!then) return null;
    const references = [...then.content.references, ...proposal.content.references];
    return (
      <ContentDiff
        content={{ ...proposal.content, references }}
        current={then.proposed}
        proposed={proposal.proposed}
        layout={layout}
      />
    );
  },

  threeStates(target, layout) {
    const [now, next] = [asState(target.current), asState(target.proposedNow)];
    if (now === undefined || next === undefined || target.state === "not_watched") return null;
    return <ContentThreeWay proposal={proposal} target={target} now={now} next={next} layout={layout} />;
  },
});

const asState = (value: Json): ContentState | null | undefined =>
  value === null ? null : isContentState(value) ? value : undefined;

const shortLinesOf = ({ content, current, proposed }: ContentProposal): (ShortChange | null)[] =>
  contentChanges(content.fields, current, proposed)
    .filter(({ kind }) => kind !== "same")
    .map((change) => {
      const sides = [change.before, change.after].map((value) => {
        if (value === undefined || value === null) return undefined;
        if (change.part === "field") return change.field.localized ? null : plainValue(change.field, value);
        return change.part === "path" || change.part === "published" ? shortPartOf(value) : null;
      });
      return lineOf(partTitleOf(change), sides[0], sides[1]);
    });
