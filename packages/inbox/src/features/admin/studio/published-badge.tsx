import type { StudioSummary } from "@countersign/protocol";
import { StateBadge } from "../../../ui/status-badge.tsx";

/** Shows which version of a tool is published, and whether an unpublished draft is tested. */
export function PublishedBadge({ published, tested }: Pick<StudioSummary, "published" | "tested">) {
  if (published?.isDraft) return <StateBadge tone="good" label={`Published, version ${published.version}`} />;
  const draft = tested ? "draft tested" : "draft not tested";
  return published ? (
    <StateBadge tone="waiting" label={`Version ${published.version} published, ${draft}`} />
  ) : (
    <StateBadge tone="quiet" label={`Not published, ${draft}`} />
  );
}
