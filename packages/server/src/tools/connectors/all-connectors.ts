import type { Connector } from "./connector.ts";
import { payloadConnector } from "./content/payload/payload-connector.ts";
import { emailConnector } from "./email/email-connector.ts";
import { emailNotifications } from "./email/email-notifications.ts";
import { githubConnector } from "./github/github-connector.ts";
import { createGoogleDriveConnector } from "./google-drive/google-drive-connector.ts";
import type { Sources } from "./google-drive/sources.ts";
import { httpConnector } from "./http/http-connector.ts";
import { linearConnector } from "./linear/linear-connector.ts";
import { modelConnectors } from "./models/model-connectors.ts";
import { ntfyConnector } from "./ntfy/ntfy-connector.ts";
import { opsgenieConnector } from "./opsgenie/opsgenie-connector.ts";
import { pagerdutyConnector } from "./pagerduty/pagerduty-connector.ts";
import { rotaConnector } from "./rota/rota-connector.ts";
import { slackConnector } from "./slack/slack-connector.ts";
import { teamsConnector } from "./teams/teams-connector.ts";
import { webPushConnector } from "./web-push/web-push-connector.ts";
import { webhookConnector } from "./webhook/webhook-connector.ts";
import type { Records } from "./workspace/read-records.ts";
import { createWorkspaceConnector } from "./workspace/workspace-connector.ts";

/** All connectors, in the order in which they are offered to people. Drive imports are stored in `sources`, read back from `records`. */
export const allConnectors = (sources: Sources, records: Records): readonly Connector[] =>
  [
    createWorkspaceConnector(records),
    githubConnector,
    linearConnector,
    createGoogleDriveConnector(sources),
    payloadConnector,
    emailConnector,
    httpConnector,
    emailNotifications,
    webPushConnector,
    slackConnector,
    teamsConnector,
    ntfyConnector,
    webhookConnector,
    rotaConnector,
    pagerdutyConnector,
    opsgenieConnector,
    ...modelConnectors,
  ] as unknown as readonly Connector[];
