import { NOTIFIED_EVENTS } from "@countersign/protocol";
import { z } from "zod";
import { exposureSettings, serviceAddress } from "../channel-settings.ts";
import type { Connector } from "../connector.ts";
import { postSigned } from "./post-signed.ts";
import { secretBytesOf } from "./sign.ts";

const secret = z
  .string()
  .max(200)
  .refine((text) => secretBytesOf(text) !== undefined, "must be whsec_ and 24 to 64 bytes in base64");

export const webhookCredentials = z.strictObject({
  secret: secret
    .meta({ title: "Signing secret" })
    .describe("`whsec_` and base64, as `echo whsec_$(openssl rand -base64 32)` makes it"),
  formerSecret: secret
    .optional()
    .meta({ title: "Former signing secret" })
    .describe("Used during a key rotation: messages are signed with both secrets"),
});

export const webhookSettings = z.strictObject({
  url: serviceAddress.meta({ title: "Address" }).describe("Receives a POST for each event. Must not contain secrets"),
  events: z
    .array(z.enum(NOTIFIED_EVENTS))
    .min(1)
    .max(NOTIFIED_EVENTS.length)
    .default([...NOTIFIED_EVENTS])
    .describe("Events to send; empty for all"),
  ...exposureSettings("link"),
});

type Credentials = z.output<typeof webhookCredentials>;
type Settings = z.output<typeof webhookSettings>;

/** Posts each event to an address, signed as the Standard Webhooks specification says. */
export const webhookConnector: Connector<Credentials, Settings> = {
  name: "webhook",
  title: "Webhook",
  credentials: webhookCredentials,
  settings: webhookSettings,
  tools: () => [],
  channel: {
    audience: () => "endpoint",
    policy: ({ shows, fields, events }) => ({
      shows,
      fields,
      events,
      delayMinutes: 0,
      tools: [],
      routingRules: [],
      decides: [],
    }),
    async send(open, { key, workspace, notices: [notice] }, signal) {
      if (!notice) return undefined;
      const { kind, at, fields, tool, risk, agent, ...ids } = notice;
      const summary = tool && { toolName: tool.name, toolTitle: tool.title, risk, agent };
      const shown = fields && { arguments: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
      const { words, ...data } = ids;
      await postSigned(
        open,
        {
          id: `msg_${key}`,
          type: kind,
          timestamp: at,
          data: { workspaceId: workspace.id, ...data, ...(summary && { words, ...summary }), ...shown },
        },
        signal,
      );
      return undefined;
    },
  },

  async test(open, signal) {
    const timestamp = new Date().toISOString();
    const status = await postSigned(
      open,
      { id: `msg_test-${Date.now()}`, type: "countersign.test", timestamp, data: { workspaceId: open.workspaceId } },
      signal,
    );
    return { ok: true, as: `${new URL(open.settings.url).host}, which answered a test message with ${status}` };
  },
};
