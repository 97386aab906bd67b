import type { EmergencyStop } from "@countersign/protocol";
import { Button, Skeleton, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emergencyQuery } from "../../api/workspace-queries.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/emergency.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { StopReason } from "../../ui/stop-reason.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { STOP_PATH, stopFaultTitle, useStopEverything } from "./use-stop-everything.ts";
import classes from "./emergency-page.module.css";

/** Page to stop all executions, and to lift the stop. */
export function EmergencyPage() {
  const { data, error, refetch } = useQuery(emergencyQuery);
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {strings.title}
      </Title>
      {error && !data && (
        <Notice tone="error" title={strings.notKnown}>
          {error.message}{" "}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {uiStrings.tryAgain}
          </Button>
        </Notice>
      )}
      {!data && !error && <Skeleton height={160} role="status" aria-label={strings.reading} />}
      {data && (data.stop ? <Stopped stop={data.stop} /> : <Running />)}
    </div>
  );
}

function Running() {
  const words = strings.running;
  const [reason, setReason] = useState("");
  const may = mayDecide(useMe());
  const { mutate: stop, isPending, error } = useStopEverything();
  const armed = useArmed("stop") && !isPending;
  return (
    <>
      <p>{words.meaning}</p>
      <ul className={classes.list}>
        <li>{words.nothingBegins}</li>
        <li>{words.runningIsTold}</li>
        <li>{words.nothingApproved}</li>
        <li>{words.whoLifts}</li>
      </ul>
      {may ? (
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <Textarea
            label={words.reason}
            description={words.reasonMeaning}
            autosize
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && (
            <Notice tone="error" title={stopFaultTitle(error)}>
              {error.message}
            </Notice>
          )}
          <div>
            <DecideButton armed={armed} color="red.9" loading={isPending} onClick={() => stop(reason.trim())}>
              {words.stopEverything}
            </DecideButton>
          </div>
        </form>
      ) : (
        <p>{words.whoStops}</p>
      )}
    </>
  );
}

function Stopped({ stop: { reason, stoppedAt, stoppedBy } }: { stop: EmergencyStop }) {
  const words = strings.stopped;
  const [note, setNote] = useState("");
  const isAdmin = useMe()?.role === "admin";
  const lift = useChange(keys.emergency, keys.counts);
  const armed = useArmed("lift") && !lift.isPending;
  return (
    <>
      <Notice tone="error" title={strings.isStopped}>
        <VisibleText text={stoppedBy.name} newlines="mark" />, <Moment at={stoppedAt} />
        <StopReason reason={reason} />
      </Notice>
      <p>{words.meaning}</p>
      {isAdmin ? (
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <Textarea
            label={words.note}
            description={words.noteMeaning}
            autosize
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {lift.error && (
            <Notice tone="error" title={words.notLifted}>
              {lift.error.message}
            </Notice>
          )}
          <div>
            <DecideButton
              armed={armed}
              loading={lift.isPending}
              onClick={() =>
                lift.mutate({
                  method: "POST",
                  path: `${STOP_PATH}/lift`,
                  body: note.trim() === "" ? {} : { note: note.trim() },
                })
              }
            >
              {words.lift}
            </DecideButton>
          </div>
        </form>
      ) : (
        <p>{words.whoLifts}</p>
      )}
    </>
  );
}
