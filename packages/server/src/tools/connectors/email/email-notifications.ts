import { z } from "zod";
import { exposureSettings } from "../channel-settings.ts";
import type { Connector } from "../connector.ts";
import { renderMail } from "./render-mail.ts";
import { domainOf, emailCredentials, smtpSettings } from "./settings.ts";
import { withSmtp } from "./smtp.ts";

/** Of a whole attempt, shorter than the lease of a notification. */
const MAIL_MS = 60_000;

export const notificationSettings = z.strictObject({
  ...smtpSettings,
  delayMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(5)
    .meta({ title: "Delay" })
    .describe("Minutes before people are notified about a pending action; each person can choose another delay"),
  ...exposureSettings("summary"),
});

/** Tells people by mail what waits for them. */
export const emailNotifications: Connector<z.output<typeof emailCredentials>, z.output<typeof notificationSettings>> = {
  name: "email-notifications",
  title: "E-mail to people",
  credentials: emailCredentials,
  settings: notificationSettings,
  tools: () => [],
  channel: {
    audience: () => "people",
    policy: ({ shows, fields, delayMinutes }) => ({
      shows,
      fields,
      delayMinutes,
      events: [],
      tools: [],
      routingRules: [],
      decides: [],
    }),
    async send(open, message, signal) {
      const { from, replyTo } = open.settings;
      if (!message.to) return undefined;
      const domain = domainOf(from) ?? "localhost";
      const { subject, text, html } = renderMail(message);
      const { links, thread, key, to } = message;
      await withSmtp(open, AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS)]), (transport) =>
        transport.sendMail({
          from,
          to: to.email,
          ...(replyTo !== undefined && { replyTo }),
          subject,
          text,
          html,
          // Equal in every attempt, so that a mailbox shows two copies as one message.
          messageId: `<${key}@${domain}>`,
          ...(thread && { inReplyTo: `<${thread.key}@${domain}>`, references: [`<${thread.key}@${domain}>`] }),
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(links.unsubscribe !== undefined && {
              "List-Unsubscribe": `<${links.unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        }),
      );
      return undefined;
    },
  },

  async test(open, signal) {
    await withSmtp(open, signal, (transport) => transport.verify());
    const { settings, credentials } = open;
    const who = credentials.user === undefined ? "without signing in" : credentials.user;
    return { ok: true, as: `${who} at ${settings.host}, sending as ${settings.from}` };
  },
};
