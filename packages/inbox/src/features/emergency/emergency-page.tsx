import type { EmergencyStop } from "@countersign/protocol";
import { Button, Skeleton, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emergencyQuery } from "../../api/workspace-queries.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
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
        Emergency stop
      </Title>
      {error && !data && (
        <Notice tone="error" title="Nobody knows whether everything is stopped">
          {error.message}{" "}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!data && !error && <Skeleton height={160} role="status" aria-label="Reading" />}
      {data && (data.stop ? <Stopped stop={data.stop} /> : <Running />)}
    </div>
  );
}

function Running() {
  const [reason, setReason] = useState("");
  const may = mayDecide(useMe());
  const { mutate: stop, isPending, error } = useStopEverything();
  const armed = useArmed("stop") && !isPending;
  return (
    <>
      <p>All systems running. If an agent does harm, stop it here first and look for the cause after.</p>
      <ul className={classes.list}>
        <li>Nothing that is approved begins, here or in a worker. It ends as failed, without having run.</li>
        <li>Running actions are told to stop; effects so far remain.</li>
        <li>Nothing can be approved. Agents go on proposing, and it waits.</li>
        <li>Only an administrator lifts it. Cancelled actions stay cancelled; you can retry them one by one.</li>
      </ul>
      {may ? (
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <Textarea
            label="Reason"
            description="Optional. Everybody sees it, on every page."
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
              Stop everything
            </DecideButton>
          </div>
        </form>
      ) : (
        <p>A person with the role approver or admin can stop everything.</p>
      )}
    </>
  );
}

function Stopped({ stop: { reason, stoppedAt, stoppedBy } }: { stop: EmergencyStop }) {
  const [note, setNote] = useState("");
  const isAdmin = useMe()?.role === "admin";
  const lift = useChange(keys.emergency, keys.counts);
  const armed = useArmed("lift") && !lift.isPending;
  return (
    <>
      <Notice tone="error" title="Everything is stopped">
        <VisibleText text={stoppedBy.name} newlines="mark" />, <Moment at={stoppedAt} />
        <StopReason reason={reason} />
      </Notice>
      <p>Nothing runs, and nothing can be approved. What waits can be rejected or sent back.</p>
      {isAdmin ? (
        <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
          <Textarea
            label="What was done about it"
            description="For the record; may be left empty"
            autosize
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {lift.error && (
            <Notice tone="error" title="It was not lifted">
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
              Let executions begin again
            </DecideButton>
          </div>
        </form>
      ) : (
        <p>An administrator lifts it.</p>
      )}
    </>
  );
}
