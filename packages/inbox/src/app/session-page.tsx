import { useParams, useSearch } from "@tanstack/react-router";
import { readSessionSearch } from "../page-search.ts";
import { SessionPanel } from "../features/panel/session-panel.tsx";
import { BatchBar } from "../features/queue/batch-bar.tsx";
import { WholeChanges } from "../ui/whole-changes.tsx";
import { useDiffLayout } from "../ui/layout-choice.tsx";
import classes from "./session-page.module.css";

export function SessionPage() {
  const { id } = useParams({ from: "/page/sessions/$id" });
  const { batch } = readSessionSearch({ ...useSearch({ from: "/page/sessions/$id" }) });
  return (
    <div className={classes.page}>
      <SessionProposals filter={{ sessionId: id, ...(batch === undefined ? {} : { batchId: batch }) }} />
    </div>
  );
}

interface Props {
  filter: { sessionId: string; batchId?: string };
}

/** Proposals of a conversation, or of one of its batches, with the previews and comparisons of the action's page. */
export function SessionProposals({ filter }: Props) {
  const { layout } = useDiffLayout();
  return (
    <SessionPanel
      filter={filter}
      detail={(payload) => <WholeChanges of={payload} layout={layout} />}
      decide={(selected, clear) => <BatchBar selection={{ selected, clear }} />}
    />
  );
}
