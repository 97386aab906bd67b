import type { Action } from "@countersign/protocol";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { targetQuery } from "../../../api/action-queries.ts";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { isStale } from "../decision/is-stale.ts";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { Section } from "../section.tsx";

const ThreeWay = lazy(async () => ({ default: (await import("./three-way.tsx")).ThreeWay }));

const TITLE = "Changed since it was proposed";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
}

/** Says that somebody else changed the target while the action was pending, and shows its current state. */
export function StaleTarget({ action, layout }: Props) {
  if (!isStale(action)) return null;
  return <ChangedTarget action={action} layout={layout} />;
}

function ChangedTarget({ action, layout }: Props) {
  const { data: target, error } = useQuery(targetQuery(action.id));
  return (
    <Section title={TITLE}>
      <Notice
        tone="caution"
        title={target?.state === "gone" ? "What it would change is gone" : "Somebody changed it meanwhile"}
      >
        {action.targetChangedAt !== null && (
          <>
            Seen <Moment at={action.targetChangedAt} />.{" "}
          </>
        )}
        It cannot be approved as it is: what was proposed was made for something that is no longer there.
      </Notice>
      {error && <Notice tone="error">What is there now could not be read: {error.message}</Notice>}
      {!target && !error && <Skeleton height={90} mt="sm" />}
      {target && (
        <DrawnPart name={TITLE} of={action.digest} isExtra>
          <ThreeWay action={action} target={target} layout={layout} />
        </DrawnPart>
      )}
    </Section>
  );
}
