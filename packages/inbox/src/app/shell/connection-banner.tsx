import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useConnection } from "../../api/use-live.ts";
import { strings } from "../../strings/shell.tsx";
import classes from "./connection-banner.module.css";

/** Delay before the banner appears, so that a short interruption goes unnoticed. */
const PATIENCE_MS = 1500;

/** Says that the page may be out of date, and that no data is lost. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(
      () => setLost(connection === "reconnecting"),
      connection === "reconnecting" ? PATIENCE_MS : 0,
    );
    return () => window.clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status" aria-label={strings.connection}>
      {lost && (
        <p className={classes.banner}>
          <IconCloudOff size={16} aria-hidden />
          {navigator.onLine ? strings.reconnecting : strings.offline}
        </p>
      )}
    </div>
  );
}
