import { DECISION_PLACES, type CheckpointDetail, type CheckpointResult } from "@countersign/protocol";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiError } from "../../api/request.ts";
import { keys } from "../../api/keys.ts";
import { checkpointQuery } from "../../api/action-queries.ts";
import { pathOf, useChange } from "../../api/use-change.ts";
import { useActions } from "../../api/use-actions.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/checkpoints.tsx";
import { Moment } from "../../ui/moment.tsx";
import { NotShownInFull } from "../../ui/not-shown-in-full.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { ShownChanges } from "../../ui/shown-changes.tsx";
import { useShown } from "../../ui/use-shown.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Unread } from "../../ui/unread.tsx";
import { CheckpointItem } from "./checkpoint-item.tsx";
import { DecideTogether } from "./decide-together.tsx";
import classes from "./checkpoint-page.module.css";

/** A subtask's batches, decided together except for the actions that the person leaves out. */
export function CheckpointPage() {
  const { id } = useParams({ from: "/page/checkpoints/$id" });
  const { data, error, refetch } = useQuery(checkpointQuery(id));
  if (data) return <Opened key={id} checkpoint={data} />;
  if (!error) return <Skeleton m="xl" height={240} role="status" aria-label={strings.reading} />;
  return (
    <Unread title={strings.notRead} onAgain={refetch}>
      {error.message}
    </Unread>
  );
}

function Opened({ checkpoint }: { checkpoint: CheckpointDetail }) {
  const { id, digest, items, decided } = checkpoint;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const change = useChange<CheckpointResult>(keys.checkpoint(id), keys.checkpoints, keys.counts, keys.lists);
  const canDecide = mayDecide(useMe()) && decided === null;
  const waiting = items.filter(({ status }) => status === "pending");
  const part = waiting.filter(({ byItself, pendingActionId }) => !byItself && !leftOut.has(pendingActionId));
  const read = useActions(canDecide ? part.map(({ pendingActionId }) => pendingActionId) : []);
  const { opened, shown, onOpen, onShown, openAll } = useShown();
  const isShown = part.filter(({ pendingActionId }) => shown.has(pendingActionId));
  const notShown = part.filter((item) => !isShown.includes(item));
  const hidden = notShown.filter(({ pendingActionId }) => read.get(pendingActionId)?.isReading === false);
  const alone = waiting.filter(({ byItself }) => byItself).length;
  const toggle = (action: string): void => {
    const next = new Set(leftOut);
    if (!next.delete(action)) next.add(action);
    setLeftOut(next);
    change.reset();
  };
  const decide = (verdict: "approve" | "reject", comment: string): void => {
    // An approval covers only actions that were shown in full.
    const isOut = (action: string): boolean => leftOut.has(action) || (verdict === "approve" && !shown.has(action));
    const exclude = waiting.flatMap(({ pendingActionId }) => (isOut(pendingActionId) ? [pendingActionId] : []));
    const body = { digest, exclude, ...(comment && { comment }) };
    change.mutate({ method: "POST", path: `${pathOf("checkpoints", id)}/${verdict}`, body });
  };
  return (
    <div className={classes.page}>
      <Stack gap="md">
        <CheckpointHead checkpoint={checkpoint} />
        <Outcome decided={decided} result={change.data} error={change.error} />
        {alone > 0 && decided === null && <DecidedAlone amount={alone} items={items} />}
        {items.length === 0 ? (
          <p role="status">{strings.nothingProposed}</p>
        ) : (
          <ul className={classes.list} aria-label={strings.actions}>
            {items.map((item) => (
              <CheckpointItem
                key={item.pendingActionId}
                item={item}
                isIn={canDecide && item.status === "pending" && !item.byItself ? !leftOut.has(item.pendingActionId) : null}
                onToggle={() => toggle(item.pendingActionId)}
              >
                {canDecide && part.includes(item) && (
                  <ShownChanges
                    id={item.pendingActionId}
                    title={item.title}
                    digest={item.digest}
                    read={read.get(item.pendingActionId)}
                    isOpen={opened.has(item.pendingActionId)}
                    onOpen={onOpen}
                    onShown={onShown}
                  />
                )}
              </CheckpointItem>
            ))}
          </ul>
        )}
        {canDecide && hidden.length > 0 && (
          <NotShownInFull
            amount={hidden.length}
            onShowAll={() => openAll(notShown.map(({ pendingActionId }) => pendingActionId))}
          />
        )}
        {canDecide && waiting.length > 0 && (
          <DecideTogether
            key={digest}
            amount={part.length}
            shownAmount={isShown.length}
            isSending={change.isPending}
            onDecide={decide}
          />
        )}
      </Stack>
    </div>
  );
}

function CheckpointHead({ checkpoint }: { checkpoint: CheckpointDetail }) {
  const { label, missionId, openedBy, createdAt } = checkpoint;
  const name = <PrincipalName principal={openedBy} />;
  const time = <Moment at={createdAt} />;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {strings.kicker}
      </Text>
      <Title order={1} size="h3">
        <VisibleText text={label} newlines="mark" />
      </Title>
      <Text size="sm" c="dimmed">
        {missionId === null
          ? strings.openedBy(name, time)
          : strings.openedInMission(name, time, <VisibleText text={missionId} newlines="mark" />)}
      </Text>
    </div>
  );
}

interface OutcomeProps {
  decided: CheckpointDetail["decided"];
  result: CheckpointResult | undefined;
  error: ApiError | null;
}

function Outcome({ decided, result, error }: OutcomeProps) {
  const words = strings.outcome;
  return (
    <>
      {decided && (
        <Notice tone="info" title={decided.verdict === "approve" ? words.approved : words.rejected}>
          {words.decidedBy(<PrincipalName principal={decided.by} />, <Moment at={decided.at} />)}
        </Notice>
      )}
      {result && (
        <Notice tone={result.decided ? "info" : "caution"} title={words.title}>
          {words.result(result)}
          {!result.decided && ` ${words.someWait}`}
        </Notice>
      )}
      {error && (
        <Notice tone="error" title={words.nothingDecided}>
          {error.message}
        </Notice>
      )}
    </>
  );
}

function DecidedAlone({ amount, items }: { amount: number; items: CheckpointDetail["items"] }) {
  return (
    <Notice
      tone="caution"
      title={strings.decidedAlone.title(
        amount,
        items.every(({ vetted }) => vetted),
      )}
    >
      {strings.decidedAlone.meaning(DECISION_PLACES.checkpoint.maxRisk)}
    </Notice>
  );
}
