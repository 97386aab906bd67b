import type { Feature } from "../../http/feature.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { createButtonValues } from "./button-values.ts";
import { createNotificationAccounts } from "./notification-accounts.ts";
import { createNotificationDevices } from "./notification-devices.ts";
import { createNotificationLog } from "./notification-log.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { createOutbox } from "./outbox.ts";
import { createPresses } from "./presses.ts";
import { createUnsubscribeTokens } from "./unsubscribe-token.ts";

/** Tells people and programs of actions, through the workspace's connections that carry notifications. */
export function notificationsFeature({ database, engine, channels, secrets, publicUrl, log }: FeatureDeps): Feature {
  const unsubscribe = createUnsubscribeTokens(secrets);
  const buttons = createButtonValues(secrets);
  const outbox = createOutbox(
    { database, channels, log, checks: engine.checks, publicUrl, unsubscribe, buttons },
    engine.events.onChange,
  );
  const presses = createPresses({ database, engine, channels, log, readButton: buttons.read });
  const notificationLog = createNotificationLog({ database, engine, channels, wake: outbox.wake });
  const { ownPreference } = notificationLog;
  const accounts = createNotificationAccounts({ database, channels, ownPreference });
  const devices = createNotificationDevices({ database, channels, publicUrl, ownPreference });
  return {
    name: "notifications",
    routes: notificationRoutes({ log: notificationLog, accounts, devices, presses, readToken: unsubscribe.read }),
    serve(workspaceId) {
      outbox.serve(workspaceId);
      presses.serve(workspaceId);
    },
    async leave(workspaceId) {
      outbox.leave(workspaceId);
      await presses.leave(workspaceId);
    },
    async stop() {
      await Promise.all([outbox.stop(), presses.stop()]);
    },
  };
}
