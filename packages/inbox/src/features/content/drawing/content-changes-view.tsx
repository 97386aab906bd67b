import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/drawing.tsx";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import { UNOPENED } from "../../../ui/review-parts.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ContentDiff } from "./content-diff.tsx";
import { ElementKindName } from "./element-kind-name.tsx";
import { Sides } from "./sides.tsx";
import { PageFrame, Picture } from "./picture.tsx";
import type { ContentProposal } from "./read-content.ts";
import { canChooseElement, sampleElementOf, TemplateOutput } from "./template-output.tsx";
import classes from "./content.module.css";

interface Props {
  /** Id of the action whose pages the server renders; null if it cannot render them. */
  actionId: string | null;
  proposal: ContentProposal;
  layout: DiffLayout;
}

/** Changes of an element: which element it is, its fields by their kinds and, if it has one, its page. */
export function ContentChangesView({ actionId, proposal, layout }: Props) {
  const { content, current, proposed } = proposal;
  const words = strings.element;
  const [view, setView] = useState("fields");
  const address = `/api/pending-actions/${encodeURIComponent(actionId ?? "")}/page`;
  const drawPages = (query: string) => (
    <Sides
      before={current && <PageFrame address={`${address}/current${query}`} label={words.pageNow} />}
      after={proposed && <PageFrame address={`${address}/proposed${query}`} label={words.pageProposed} />}
    />
  );
  return (
    <div className={classes.proposal}>
      <div className={classes.proposalHead}>
        <p className={classes.element}>
          <span className={classes.chip}>
            <ElementKindName kind={content.kind} type={content.type} />
          </span>
          <b>
            <VisibleText text={content.path} newlines="mark" />
          </b>
          {content.revision !== null && <span className={classes.dim}>{words.asOfRevision(content.revision)}</span>}
        </p>
        {content.hasPage && actionId !== null && (
          <SegmentedControl
            // The page view hides the fields below it; this marks the control that leads back to unopened parts in them.
            {...(view === "page" ? UNOPENED : {})}
            size="xs"
            aria-label={words.whatIsCompared}
            value={view}
            onChange={setView}
            data={[
              { value: "fields", label: words.fields },
              { value: "page", label: content.kind === "template" ? words.output : words.page },
            ]}
          />
        )}
      </div>
      {content.file && <Picture file={content.file} title={content.path} path={content.path} small={current !== null} />}
      {view === "page" &&
        (content.kind === "template" && canChooseElement(content.fields) ? (
          <TemplateOutput named={sampleElementOf(proposed?.value) ?? sampleElementOf(current?.value)} isProposal>
            {drawPages}
          </TemplateOutput>
        ) : (
          drawPages("")
        ))}
      {/* Hidden instead of unmounted, so that unopened fields still count as unopened while the page is shown. */}
      <div hidden={view === "page"}>
        <ContentDiff content={content} current={current} proposed={proposed} layout={layout} />
      </div>
    </div>
  );
}
