import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { emailNotifications } from "../../src/tools/connectors/email/email-notifications.ts";
import { ntfyConnector } from "../../src/tools/connectors/ntfy/ntfy-connector.ts";
import { slackConnector } from "../../src/tools/connectors/slack/slack-connector.ts";
import { teamsConnector } from "../../src/tools/connectors/teams/teams-connector.ts";
import { makePrivateKey, publicKeyOf } from "../../src/tools/connectors/web-push/vapid-key.ts";
import { webPushConnector } from "../../src/tools/connectors/web-push/web-push-connector.ts";
import { startFakePushService } from "../connectors/fakes/push-service.ts";
import { NTFY_TOKEN, NTFY_TOPIC, startFakeNtfy } from "../connectors/fakes/ntfy.ts";
import { SLACK_CHANNEL, SLACK_TOKEN, startFakeSlack } from "../connectors/fakes/slack.ts";
import { SMTP_USER, startFakeSmtp } from "../connectors/fakes/smtp.ts";
import { openConnection } from "../connectors/support.ts";
import { startFakeTeams, TEAMS_SIGNATURE } from "../connectors/fakes/teams.ts";
import { channelContract, messageTo, noticeOf, type ChannelWorld } from "./channel-contract.ts";

const ADA = { name: "Ada", email: "ada@example.test" };

const openSlack = async (settings: object, to: ChannelWorld["to"]): Promise<ChannelWorld> => {
  const slack = await startFakeSlack();
  slack.people.push({ id: "U000001", email: ADA.email, name: ADA.name });
  return {
    to,
    settings: { apiUrl: slack.apiUrl, ...settings },
    credentials: { botToken: SLACK_TOKEN },
    wrongCredentials: { botToken: "xoxb-another" },
    secrets: [SLACK_TOKEN, "xoxb-another"],
    arrived: () =>
      slack.messages.map((message) => {
        const [headline = "", ...text] = slack.readText(message).split("\n");
        return { headline, text: text.join("\n"), links: slack.linksOf(message) };
      }),
    forget: () => void slack.messages.splice(0),
    strike: (kind, onStrike) => slack.strike(kind, undefined, onStrike),
    close: slack.close,
  };
};

channelContract("a channel of Slack", slackConnector, () => openSlack({ channel: SLACK_CHANNEL }, null));
channelContract("direct messages in Slack", slackConnector, () => openSlack({}, { ...ADA, account: "U000001", devices: [] }));

channelContract("Teams", teamsConnector, async () => {
  const teams = await startFakeTeams();
  const wrong = "a-signature-of-somebody-else";
  return {
    to: null,
    settings: {},
    credentials: { url: teams.workflowUrl },
    wrongCredentials: { url: teams.workflowUrl.replace(TEAMS_SIGNATURE, wrong) },
    secrets: [TEAMS_SIGNATURE, wrong],
    arrived: () =>
      teams.cards.map((card) => {
        const [headline = "", ...text] = teams.readText(card).split("\n");
        return { headline, text: text.join("\n"), links: card.actions.map(({ url }) => url) };
      }),
    forget: () => void teams.cards.splice(0),
    strike: (kind, onStrike) => teams.strike(kind, undefined, onStrike),
    close: teams.close,
  };
});

channelContract("ntfy", ntfyConnector, async () => {
  const ntfy = await startFakeNtfy();
  return {
    to: null,
    settings: { server: ntfy.url, topic: NTFY_TOPIC },
    credentials: { token: NTFY_TOKEN },
    wrongCredentials: { token: "tk_another" },
    secrets: [NTFY_TOKEN, "tk_another"],
    arrived: () =>
      ntfy.messages.map(({ title, message, click }) => ({
        headline: title,
        text: message,
        links: click === undefined ? [] : [click],
      })),
    forget: () => void ntfy.messages.splice(0),
    strike: (kind, onStrike) => ntfy.strike(kind, undefined, onStrike),
    close: ntfy.close,
  };
});

channelContract("push to browsers", webPushConnector, async () => {
  const service = await startFakePushService();
  const [privateKey, another] = [makePrivateKey(), makePrivateKey()];
  const { endpoint, keys, received } = service.subscribe(publicKeyOf(privateKey));
  return {
    to: { ...ADA, account: null, devices: [{ id: "dev_1", endpoint, ...keys }] },
    settings: { contact: "ops@example.test", services: [service.host] },
    credentials: { privateKey },
    wrongCredentials: { privateKey: another },
    secrets: [privateKey, another, keys.auth, new URL(endpoint).pathname],
    arrived: () =>
      received.map(({ payload: { notification } }) => ({
        headline: notification.title,
        text: notification.body,
        links: [notification.navigate],
      })),
    forget: () => void received.splice(0),
    strike: (kind, onStrike) => service.strike(kind, undefined, onStrike),
    close: service.close,
    asksNothing: true,
  };
});

test("G37 an argument does not pass for a line of ours in a push", async () => {
  const ntfy = await startFakeNtfy();
  const settings = { server: ntfy.url, topic: NTFY_TOPIC, shows: "everything" };
  const open = openConnection(ntfyConnector, settings, { token: NTFY_TOKEN });
  const fields = [{ name: "note", value: "ok\namount: 10" }];
  await ntfyConnector.channel?.send(open, messageTo(null, [noticeOf({ fields })]), AbortSignal.timeout(20_000));
  expect(ntfy.messages[0]?.message.split("\n").slice(-2)).toEqual(["> note: ok", "> amount: 10"]);
  await ntfy.close();
});

channelContract("e-mail", emailNotifications, async () => {
  const smtp = await startFakeSmtp();
  return {
    to: { ...ADA, account: null, devices: [] },
    settings: { host: "127.0.0.1", port: smtp.port, tls: "none", from: "gate@example.test" },
    credentials: SMTP_USER,
    wrongCredentials: { ...SMTP_USER, password: "pw_wrong-7hT2" },
    secrets: [SMTP_USER.password, "pw_wrong-7hT2"],
    arrived: () =>
      Promise.all(
        smtp.mails.map(async (mail) => {
          const { subject = "", text = "", html = "" } = await PostalMime.parse(mail.text);
          return { headline: subject, text, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link) };
        }),
      ),
    forget: () => void smtp.mails.splice(0),
    strike: (kind, onStrike) => smtp.strike(kind, onStrike),
    close: smtp.close,
  };
});
