import type { GrantPreview } from "@countersign/protocol";
import { Text } from "@mantine/core";
import { strings } from "../../../strings/grants.tsx";
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
  const words = strings.preview;
  return (
    <section aria-label={words.label}>
      <p role="status">{words.passed({ looked, complete, days, allowed: <b>{allowed}</b> })}</p>
      {unwanted > 0 && (
        <Notice tone="caution" title={words.unwanted(unwanted)}>
          {words.unwantedSays}
        </Notice>
      )}
      <ul className={classes.points}>
        {items.map(({ pendingActionId, status, createdAt }) => (
          <li key={pendingActionId}>
            {words.proposed(
              <TextLink to="/actions/$id" params={{ id: pendingActionId }} target="_blank">
                {statusLabel(status)}
              </TextLink>,
              <Moment at={createdAt} />,
            )}
          </li>
        ))}
      </ul>
      {allowed > items.length && (
        <Text size="sm" c="dimmed">
          {words.more(allowed - items.length)}
        </Text>
      )}
    </section>
  );
}
