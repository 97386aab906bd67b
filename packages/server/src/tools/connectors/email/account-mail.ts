import type { AccountMail } from "../../../ports/account-mail.ts";
import { ServiceFault } from "../service-fault.ts";
import { oneLine, visibleLines } from "../visible-text.ts";
import { pageHtml, paragraphHtml } from "./mail-html.ts";
import type { SmtpConnection } from "./settings.ts";
import { withSmtp } from "./smtp.ts";

/** Of a whole attempt; an administrator who invites somebody waits for it. */
const MAIL_MS = 20_000;

/** What the mail server answered, without the addresses that it repeats. */
const describe = ({ kind, message }: ServiceFault): string =>
  oneLine(`${kind}: ${message.replaceAll(/\S+@\S+/g, "(address)") || "no answer"}`);

/** Sends mails about accounts by the mail server of the installation. */
export const createAccountMail = (open: SmtpConnection): AccountMail => ({
  async send({ to, subject, paragraphs }) {
    const lines = paragraphs.map((each) => ({ ...each, text: visibleLines(each.text) }));
    await withSmtp(open, AbortSignal.timeout(MAIL_MS), (transport) =>
      transport.sendMail({
        from: { name: "Countersign", address: open.settings.from },
        to,
        subject: oneLine(subject),
        text: `${lines.map(({ text }) => text).join("\n\n")}\n`,
        html: pageHtml(lines.map(paragraphHtml).join("")),
        headers: { "Auto-Submitted": "auto-generated" },
      }),
    ).catch((error: unknown) => {
      throw error instanceof ServiceFault ? new Error(describe(error)) : error;
    });
  },
});
