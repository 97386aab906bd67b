import { z } from "zod";
import { decideSettings, exposureSettings, roomPolicy, roomSettings, serviceAddress } from "../channel-settings.ts";
import type { Connector } from "../connector.ts";
import { ServiceFault } from "../service-fault.ts";
import { slackButtons } from "./buttons.ts";
import { askSlack, type SlackConnection } from "./ask-slack.ts";
import { findPerson } from "./find-person.ts";
import { partsOf, refOf } from "./message-ref.ts";
import { renderBlocks, renderText, type RenderedSlackMessage } from "./render-blocks.ts";

export const slackCredentials = z.strictObject({
  botToken: z
    .string()
    .max(500)
    .regex(/^xoxb-[\w-]+$/, "must begin with xoxb-")
    .meta({ title: "Bot token" })
    .describe("*Bot User OAuth Token* of the app, which begins with `xoxb-`"),
  appToken: z
    .string()
    .max(500)
    .regex(/^xapp-[\w-]+$/, "must begin with xapp-")
    .optional()
    .meta({ title: "App-level token" })
    .describe("Only needed to decide in messages over a connection that this server opens; scope `connections:write`"),
  signingSecret: z
    .string()
    .regex(/^[0-9a-f]{32,64}$/, "must be 32 hexadecimal digits")
    .optional()
    .meta({ title: "Signing secret" })
    .describe("Only needed to decide in messages when Slack calls this server"),
});

const settingsOfSlack = z.strictObject({
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9]{5,30}$/, "must be a channel's ID, such as C024BE91L")
    .optional()
    .meta({ title: "Channel ID" })
    .describe(
      "Id such as `C024BE91L`, shown at the end of the channel's details in Slack. Without a channel, people who connect their account under Your notifications get direct messages",
    ),
  ...roomSettings,
  ...exposureSettings("summary"),
  ...decideSettings,
  apiUrl: serviceAddress
    .default("https://slack.com/api/")
    .meta({ title: "Address of the API" })
    .describe("`https://slack-gov.com/api/` for GovSlack"),
});

export const slackSettings = settingsOfSlack.refine(({ channel, decides }) => channel === undefined || decides.length === 0, {
  path: ["decides"],
  message: "needs direct messages, so the channel ID must be empty: a message in a channel has no single recipient",
});

/** Tells a channel of Slack, or each person, what waits, and changes each message when its actions are decided. */
export const slackConnector: Connector<z.output<typeof slackCredentials>, z.output<typeof slackSettings>> = {
  name: "slack",
  title: "Slack",
  credentials: slackCredentials,
  settings: slackSettings,
  tools: () => [],
  channel: {
    audience: ({ channel }) => (channel === undefined ? "people" : "room"),
    policy: roomPolicy,
    async send(open, message, signal) {
      const channel = message.to ? message.to.account : open.settings.channel;
      if (!channel) throw new ServiceFault("validation", "No notifications are sent.");
      const [former, ts] = partsOf(message.thread?.ref ?? "");
      // The channel of the settings may be another one by now; a direct message stays in its conversation.
      const isReply = ts !== undefined && (message.to !== null || former === channel);
      return isReply
        ? post(open, former, renderBlocks(message), signal, ts)
        : post(open, channel, renderBlocks(message), signal);
    },
    async update(open, ref, message, signal) {
      const [channel, ts = ""] = partsOf(ref);
      await askSlack(open, signal, (client) => client.chat.update({ channel, ts, parse: "none", ...renderBlocks(message) }));
    },
    async sendPrivately(open, { account, text }, signal) {
      const found = await findPerson(open, account, signal);
      await post(open, found.id, renderText(text), signal);
      return found;
    },
    buttons: slackButtons,
  },

  async test(open, signal) {
    const { team = "Slack", user = "the app" } = await askSlack(open, signal, (client) => client.auth.test());
    const { appToken } = open.credentials;
    if (appToken !== undefined)
      await askSlack({ ...open, credentials: { botToken: appToken } }, signal, ({ apps }) => apps.connections.open({}));
    const { channel } = open.settings;
    if (channel === undefined) return { ok: true, as: `${user} of ${team}` };
    await post(open, channel, renderText("Countersign can post here. This is a test."), signal);
    return { ok: true, as: `${user} of ${team}, who posted a test message` };
  },
};

/**
 * Posts to a channel, or to a person by their id. Returns the reference of the new message, which answers the one with the time
 * stamp `thread` and is shown in the channel as well: in a thread alone, only those who follow it see it.
 */
async function post(
  open: SlackConnection,
  id: string,
  message: RenderedSlackMessage,
  signal: AbortSignal,
  thread?: string,
): Promise<string> {
  const content = { channel: id, unfurl_links: false, unfurl_media: false, parse: "none", ...message } as const;
  const { ts, channel = id } = await askSlack(open, signal, ({ chat }) =>
    thread === undefined
      ? chat.postMessage(content)
      : chat.postMessage({ ...content, thread_ts: thread, reply_broadcast: true }),
  );
  if (ts === undefined) throw new ServiceFault("server", "The answer has no timestamp.");
  return refOf(channel, ts);
}
