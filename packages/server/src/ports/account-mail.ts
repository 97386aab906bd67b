/** One paragraph of a mail about an account. `href` makes it a link; the text has to contain the address too, for readers of plain text. */
export interface MailParagraph {
  text: string;
  href?: string;
}

/** A mail about a person's own account, as opposed to one about an action (see `channel.ts`). */
export interface AccountMailMessage {
  /** The one address it goes to. */
  to: string;
  subject: string;
  paragraphs: readonly MailParagraph[];
}

/** Sends mail through the installation's mail server, whose address is in COUNTERSIGN_MAIL_URL. */
export interface AccountMail {
  /** Ends once the mail server accepted the mail. Throws an Error whose message contains no secret and no address. */
  send(message: AccountMailMessage): Promise<void>;
}
