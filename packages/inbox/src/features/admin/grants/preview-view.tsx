import type { GrantPreview } from "@countersign/protocol";
import { Text } from "@mantine/core";
import { count } from "../../../strings/count.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { statusLabel } from "../../../ui/status-words.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import classes from "../shared/admin.module.css";

/** Past calls that the grant would have let pass. Calls that people rejected or sent back come first, with a warning. */
export function PreviewView({ preview: { days, looked, complete, allowed, byStatus, items } }: { preview: GrantPreview }) {
  const unwanted = byStatus.reduce(
    (sum, { status, allowed: some }) => sum + (status === "rejected" || status === "refined" ? some : 0),
    0,
  );
  return (
    <section aria-label="What it would have let pass">
      <p role="status">
        Of {complete ? "" : "the newest "}
        {count(looked, "call")} in the last {days} days it would have let pass <b>{allowed}</b>.
      </p>
      {unwanted > 0 && (
        <Notice tone="caution" title={`People said no to ${count(unwanted, "call")} of these`}>
          A narrower expression leaves them out.
        </Notice>
      )}
      <ul className={classes.points}>
        {items.map(({ pendingActionId, status, createdAt }) => (
          <li key={pendingActionId}>
            <TextLink to="/actions/$id" params={{ id: pendingActionId }} target="_blank">
              {statusLabel(status)}
            </TextLink>
            , proposed <Moment at={createdAt} />
          </li>
        ))}
      </ul>
      {allowed > items.length && (
        <Text size="sm" c="dimmed">
          and {allowed - items.length} more
        </Text>
      )}
    </section>
  );
}
