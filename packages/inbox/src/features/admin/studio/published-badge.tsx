import type { StudioSummary } from "@countersign/protocol";
import { strings } from "../../../strings/studio.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";

/** Shows which version of a tool is published, and whether an unpublished draft is tested. */
export function PublishedBadge({ published, tested }: Pick<StudioSummary, "published" | "tested">) {
  if (published?.isDraft) return <StateBadge tone="good" label={strings.badge.published(published.version)} />;
  return published ? (
    <StateBadge tone="waiting" label={strings.badge.publishedBefore(published.version, tested)} />
  ) : (
    <StateBadge tone="quiet" label={strings.badge.notPublished(tested)} />
  );
}
