import { UnstyledButton } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ApiError } from "../../api/request.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { emergencyQuery } from "../../api/workspace-queries.ts";
import { strings } from "../../strings/emergency.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import classes from "./stop-button.module.css";
import { HOLD_MS, useHold } from "./use-hold.ts";
import { stopFaultTitle, useStopEverything } from "./use-stop-everything.ts";

/**
 * Emergency stop on every page. The button must be held down to stop everything, so that a slip stops nothing. A short click or
 * the keyboard opens the page about the stop, where one more press stops.
 */
export function StopButton() {
  const navigate = useNavigate();
  const isStopped = Boolean(useQuery(emergencyQuery).data?.stop);
  const may = mayDecide(useMe());
  const stop = useStopEverything((error) => void sayNotStopped(error));
  const open = (): void => void navigate({ to: "/emergency-stop" });
  const hold = useHold({
    isOff: isStopped || !may || stop.isPending,
    onHeld: () => stop.mutate(""),
    onClick: () => (stop.isPending ? undefined : open()),
  });
  const words = strings.button;
  const label = isStopped ? words.stopped : stop.isPending ? words.stopping : hold.isHeld ? words.keepHolding : words.stop;
  return (
    <UnstyledButton
      {...hold.handlers}
      className={classes.button}
      data-stopped={isStopped || undefined}
      data-held={hold.isHeld || undefined}
      style={{ "--hold": `${HOLD_MS}ms` }}
      title={isStopped ? strings.isStopped : may ? words.hint : strings.title}
      aria-label={isStopped ? strings.isStopped : strings.title}
    >
      <IconHandStop size={19} aria-hidden />
      <span className={classes.label}>{label}</span>
    </UnstyledButton>
  );
}

const NOTICE_ID = "not-stopped";

async function sayNotStopped(error: ApiError): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  // A former one would keep a new one out, and other notices would make it wait.
  notifications.hide(NOTICE_ID);
  notifications.show({
    id: NOTICE_ID,
    priority: 1,
    color: "red",
    autoClose: false,
    closeButtonProps: { "aria-label": uiStrings.closeNotice },
    title: stopFaultTitle(error),
    message: error.message,
  });
}
