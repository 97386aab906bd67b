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
  listen(open: OpenConnection<Credentials, { apiUrl: string }>, onPress) {
    const { appToken } = open.credentials;
    if (appToken === undefined) return undefined;
    return listenToSlack({ ...open, appToken }, (payload) => {
      const press = pressOf(payload as SlackPayload);
      if (press) onPress(press);
    });
  },
  async answer(open, { account, ref }, text, signal) {
    const [channel] = partsOf(ref);
    await askSlack(open, signal, ({ chat }) =>
      chat.postEphemeral({ channel, user: account, parse: "none", ...renderText(text) }),
    );
  },
};

/** See https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
interface SlackPayload {
  type?: string;
  user?: { id?: string };
  actions?: { action_id?: string; value?: string }[];
  container?: { channel_id?: string; message_ts?: string };
}

function readPayload(text: string | null): SlackPayload {
  try {
    return JSON.parse(text ?? "") as SlackPayload;
  } catch {
    return {};
  }
}

/** Null for other interactions, such as the press of a link. */
function pressOf({ type, user, actions = [], container }: SlackPayload): Press | null {
  const { action_id: id = "", value } = actions[0] ?? {};
  const { channel_id: channel, message_ts: ts } = container ?? {};
  if (type !== "block_actions" || !DECIDING_BUTTONS.has(id)) return null;
  if (user?.id === undefined || value === undefined || channel === undefined || ts === undefined) return null;
  return { account: user.id, value, ref: refOf(channel, ts) };
}
