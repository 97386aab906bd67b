import { z } from "zod";
import { exposureSettings, roomPolicy, roomSettings, serviceAddress } from "../channel-settings.ts";
import type { Connector, OpenConnection } from "../connector.ts";
import { postJson } from "../post-json.ts";
import { cardOf, renderCard, textOf } from "./render-card.ts";

export const teamsCredentials = z.strictObject({
  url: serviceAddress
    .meta({ title: "Address of the workflow" })
    .describe(
      "The URL that *When a Teams webhook request is received* shows. Anyone who has the URL can post, so it is stored encrypted",
    ),
});

export const teamsSettings = z.strictObject({ ...roomSettings, ...exposureSettings("summary") });

type Credentials = z.output<typeof teamsCredentials>;
type Settings = z.output<typeof teamsSettings>;

const post = ({ credentials, fetch }: OpenConnection<Credentials, Settings>, card: object, signal: AbortSignal) =>
  postJson(fetch, credentials.url, { body: card }, signal);

/** Tells a channel or chat of Microsoft Teams what waits, by a workflow of Power Automate. Sent cards stay as they are. */
export const teamsConnector: Connector<Credentials, Settings> = {
  name: "teams",
  title: "Microsoft Teams",
  credentials: teamsCredentials,
  settings: teamsSettings,
  tools: () => [],
  channel: {
    audience: () => "room",
    policy: roomPolicy,
    async send(open, message, signal) {
      await post(open, renderCard(message), signal);
      return undefined;
    },
  },

  async test(open, signal) {
    await post(open, cardOf([textOf("Countersign can post here. This is a test.")]), signal);
    return { ok: true, as: `${new URL(open.credentials.url).host}, which took a test message` };
  },
};
