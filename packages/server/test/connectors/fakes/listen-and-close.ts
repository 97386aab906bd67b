import { slackConnector } from "../../../src/tools/connectors/slack/slack-connector.ts";
import { openConnection } from "../support.ts";
import { SLACK_APP_TOKEN, SLACK_TOKEN, startFakeSlack } from "./slack.ts";
import { startTurnLimit } from "./start-turn-limit.ts";

/** Opens Socket Mode and closes it. Ends with code 1 if something still keeps the process 500 turns later, five seconds at least. */
const slack = await startFakeSlack();
const credentials = { botToken: SLACK_TOKEN, appToken: SLACK_APP_TOKEN };
const open = openConnection(slackConnector, { apiUrl: slack.apiUrl }, credentials);
const listener = slackConnector.channel?.buttons?.listen(open, { press: () => undefined, fault: () => process.exit(2) });
while (slack.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 10));
await new Promise((resolve) => setTimeout(resolve, 200));
await listener?.close();
await slack.close();
startTurnLimit(500, () => process.exit(1));
