import { z } from "zod";
import type { Press } from "../../../ports/channel.ts";
import type { ChannelButtons, OpenConnection } from "../connector.ts";
import { askSlack } from "./ask-slack.ts";
import { listenToSlack } from "./listen.ts";
import { partsOf, refOf } from "./message-ref.ts";
import { DECIDING_BUTTONS, renderText } from "./render-blocks.ts";
import { isSignedBySlack } from "./verify-signature.ts";

interface Credentials {
  botToken: string;
  appToken?: string | undefined;
  signingSecret?: string | undefined;
}

/** How Slack reports presses: over Socket Mode, or by a signed request to this server. */
export const slackButtons: ChannelButtons<Credentials, { apiUrl: string }> = {
  readPress({ credentials: { signingSecret } }, { headers, body }) {
    if (signingSecret === undefined || !isSignedBySlack(signingSecret, headers, body, new Date())) return undefined;
    return pressOf(readPayload(new URLSearchParams(body).get("payload")));
  },
  listen(open: OpenConnection<Credentials, { apiUrl: string }>, on) {
    const { appToken } = open.credentials;
    if (appToken === undefined) return undefined;
    return listenToSlack(
      { ...open, appToken },
      {
        interaction(payload) {
          const press = pressOf(payload);
          if (press) on.press(press);
        },
        fault: on.fault,
      },
    );
  },
  async answer(open, { account, ref }, text, signal) {
    const [channel] = partsOf(ref);
    await askSlack(open, signal, ({ chat }) =>
      chat.postEphemeral({ channel, user: account, parse: "none", ...renderText(text) }),
    );
  },
};

/** See https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const payloadSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string() }),
  actions: z.tuple([z.object({ action_id: z.string(), value: z.string() })], z.unknown()),
  container: z.object({ channel_id: z.string(), message_ts: z.string() }),
});

function readPayload(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** Null for other interactions, such as the press of a link. */
function pressOf(payload: unknown): Press | null {
  const { data } = payloadSchema.safeParse(payload);
  if (!data || !DECIDING_BUTTONS.has(data.actions[0].action_id)) return null;
  const { channel_id: channel, message_ts: ts } = data.container;
  return { account: data.user.id, value: data.actions[0].value, ref: refOf(channel, ts) };
}
