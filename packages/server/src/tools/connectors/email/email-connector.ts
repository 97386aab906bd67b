import type { z } from "zod";
import type { Connector } from "../connector.ts";
import { sendEmailTool } from "./send-email.ts";
import { emailCredentials, emailSettings } from "./settings.ts";
import { withSmtp } from "./smtp.ts";

/** Sends mail through an SMTP server with nodemailer. */
export const emailConnector: Connector<z.output<typeof emailCredentials>, z.output<typeof emailSettings>> = {
  name: "email",
  title: "E-mail",
  credentials: emailCredentials,
  settings: emailSettings,
  tools: (open) => [sendEmailTool(open)],

  async test(open, signal) {
    await withSmtp(open, signal, (transport) => transport.verify());
    const { settings, credentials } = open;
    const who = credentials.user === undefined ? "without signing in" : credentials.user;
    return { ok: true, as: `${who} at ${settings.host}, sending as ${settings.from}` };
  },
};
