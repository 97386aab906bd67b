import type { Feature } from "../../http/feature.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { createNotificationAccounts } from "./notification-accounts.ts";
import { createNotificationLog } from "./notification-log.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { createOutbox } from "./outbox.ts";
import { createUnsubscribeTokens } from "./unsubscribe-token.ts";

/** Tells people and programs of actions, through the workspace's connections that carry notifications. */
export function notificationsFeature({ database, engine, channels, secrets, publicUrl, log }: FeatureDeps): Feature {
  const unsubscribe = createUnsubscribeTokens(secrets);
  const outbox = createOutbox({ database, channels, log, publicUrl, unsubscribe }, engine.events.onChange);
  const notificationLog = createNotificationLog({ database, engine, channels, wake: outbox.wake });
  const { ownPreference } = notificationLog;
  const accounts = createNotificationAccounts({ database, channels, ownPreference });
  return {
    name: "notifications",
    routes: notificationRoutes(notificationLog, accounts, unsubscribe.read),
    serve: outbox.serve,
    leave: async (workspaceId) => outbox.leave(workspaceId),
    stop: outbox.stop,
  };
}
