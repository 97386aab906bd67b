import { z } from "zod";
import { exposureSettings, roomPolicy, roomSettings, serviceAddress } from "../channel-settings.ts";
import type { Connector, OpenConnection } from "../connector.ts";
import { cutBytes, headlineOf, isWaiting, plainText } from "../message-words.ts";
import { postJson } from "../post-json.ts";
import { oneLine } from "../visible-text.ts";

export const ntfyCredentials = z.strictObject({
  token: z
    .string()
    .max(200)
    .regex(/^tk_[A-Za-z0-9]+$/, "must begin with tk_")
    .meta({ title: "Access token" })
    .describe("Token of a user who can write to the topic: `ntfy token add NAME`"),
});

export const ntfySettings = z.strictObject({
  server: serviceAddress.meta({ title: "Address of the server" }).describe("Such as https://ntfy.example.com"),
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, "must be letters, digits, - and _"),
  ...roomSettings,
  ...exposureSettings("link"),
});

type Credentials = z.output<typeof ntfyCredentials>;
type Settings = z.output<typeof ntfySettings>;

/** Maximum size of a message. The server turns a longer one into an attached file. See https://docs.ntfy.sh/publish/#limitations */
const MAX_BYTES = 4000;
const URGENCY = { normal: 3, high: 4 } as const;

/** Pushes what waits to the devices that subscribe to a topic of an ntfy server. */
export const ntfyConnector: Connector<Credentials, Settings> = {
  name: "ntfy",
  title: "ntfy",
  credentials: ntfyCredentials,
  settings: ntfySettings,
  tools: () => [],
  channel: {
    audience: () => "room",
    policy: roomPolicy,
    async send(open, message, signal) {
      const [only, ...others] = message.notices;
      await publish(
        open,
        {
          title: oneLine(`${headlineOf(message)} · ${message.workspace.name}`),
          message: cutBytes(plainText(message), MAX_BYTES, "… (cut; open the action to read it all)"),
          priority: message.notices.some((one) => one.kind === "glass_broken" || (isWaiting(one) && one.kind !== "asked"))
            ? URGENCY.high
            : URGENCY.normal,
          click: only && others.length === 0 ? only.url : message.links.inbox,
        },
        signal,
      );
      return undefined;
    },
  },

  async test(open, signal) {
    await publish(open, { title: "Countersign", message: "This is a test." }, signal);
    return { ok: true, as: `${new URL(open.settings.server).host}, which took a test message for ${open.settings.topic}` };
  },
};

const publish = (
  { settings, credentials, fetch }: OpenConnection<Credentials, Settings>,
  message: object,
  signal: AbortSignal,
) =>
  postJson(
    fetch,
    settings.server,
    { body: { topic: settings.topic, ...message }, headers: { authorization: `Bearer ${credentials.token}` } },
    signal,
    readError,
  );

/** ntfy says what is wrong in `error`. */
function readError(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? oneLine(error) : "";
  } catch {
    return "";
  }
}
