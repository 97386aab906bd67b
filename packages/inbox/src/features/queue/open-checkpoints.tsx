import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { openCheckpointsQuery } from "../../api/action-queries.ts";
import { Moment } from "../../ui/moment.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Subtasks of which something waits, to be decided together. */
export function OpenCheckpoints() {
  const waiting = (useQuery(openCheckpointsQuery).data ?? []).filter(({ pending }) => pending > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Checkpoints">
      <Title order={3} size="h5">
        Checkpoints
      </Title>
      <ul>
        {waiting.map(({ id, label, pending, createdAt }) => (
          <li key={id}>
            <TextLink to="/checkpoints/$id" params={{ id }}>
              <VisibleText text={label} newlines="mark" />
            </TextLink>
            : {pending} {pending === 1 ? "waits" : "wait"}, opened <Moment at={createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
