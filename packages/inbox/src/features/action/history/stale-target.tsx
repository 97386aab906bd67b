import type { Action } from "@countersign/protocol";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { strings } from "../../../strings/history.tsx";
import { targetQuery } from "../../../api/action-queries.ts";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { isStale } from "../decision/is-stale.ts";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { Section } from "../section.tsx";

const ThreeWay = lazy(async () => ({ default: (await import("./three-way.tsx")).ThreeWay }));

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
  const words = strings.staleTarget;
  const { data: target, error } = useQuery(targetQuery(action.id));
  return (
    <Section title={words.title}>
      <Notice tone="caution" title={target?.state === "gone" ? words.isGone : words.wasChanged}>
        {action.targetChangedAt !== null && <>{words.seen(<Moment at={action.targetChangedAt} />)} </>}
        {words.cannotBeApproved}
      </Notice>
      {error && <Notice tone="error">{words.notRead(error.message)}</Notice>}
      {!target && !error && <Skeleton height={90} mt="sm" />}
      {target && (
        <DrawnPart name={words.title} of={action.digest} isExtra>
          <ThreeWay action={action} target={target} layout={layout} />
        </DrawnPart>
      )}
    </Section>
  );
}
