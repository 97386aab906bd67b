import { displayText } from "@countersign/protocol";
import type { AccountMail, AccountMailMessage, MailParagraph } from "../ports/account-mail.ts";
import type { People } from "./people-tables.ts";

/** What sending a mail about an account needs. */
export interface AccountMailDeps {
  people: People;
  /** Undefined: this installation sends no mails. */
  mail: AccountMail | undefined;
  /** Public address of this server. */
  baseUrl: string;
  log: (message: string) => void;
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const shown = (text: string): string => displayText(text, { newlines: "mark" });

/** The link is on a line of its own, because mail programs cut a longer line. */
const linked = (words: string, href: string): MailParagraph => ({ text: `${words}\n${href}`, href });

interface Invitation {
  to: string;
  byName: string;
  workspaceName: string;
  baseUrl: string;
}

export const invitationMail = ({
  to,
  byName,
  workspaceName,
  baseUrl,
  link,
}: Invitation & { link: string }): AccountMailMessage => ({
  to,
  subject: "Your invitation to Countersign",
  paragraphs: [
    { text: `${shown(byName)} added you to the workspace ${shown(workspaceName)} on ${baseUrl}.` },
    linked("Sign in and choose a password:", link),
    { text: "The link can be used once and expires after 24 hours. After that, ask an administrator for a new one." },
    { text: "If you did not expect this e-mail, you can ignore it." },
  ],
});

/** For somebody who has an account already; contains nothing that signs in. */
export const addedMail = ({ to, byName, workspaceName, baseUrl }: Invitation): AccountMailMessage => ({
  to,
  subject: "You were added to a workspace on Countersign",
  paragraphs: [
    { text: `${shown(byName)} added you to the workspace ${shown(workspaceName)}.` },
    linked("Sign in with your account as before:", baseUrl),
  ],
});

export const resetMail = ({ to, link, baseUrl }: { to: string; link: string; baseUrl: string }): AccountMailMessage => ({
  to,
  subject: "Choose a new password for Countersign",
  paragraphs: [
    { text: `Somebody requested a new password for your account on ${baseUrl}.` },
    linked("Choose a new password:", link),
    { text: "The link can be used once and expires after one hour." },
    { text: "If this was not you, ignore this e-mail. Your password has not changed." },
  ],
});

/** `own`: by somebody who was signed in and knew the former password; `link`: with a link for forgotten passwords. */
export type PasswordChangeWay = "own" | "link";

const CHANGED_WORDS: Record<PasswordChangeWay, { how: string; signedOut: string }> = {
  own: { how: "changed in a signed-in browser", signedOut: "All other browsers were signed out." },
  link: { how: "changed with a password reset link", signedOut: "All browsers were signed out." },
};

export const passwordChangedMail = ({
  to,
  baseUrl,
  how,
}: {
  to: string;
  baseUrl: string;
  how: PasswordChangeWay;
}): AccountMailMessage => ({
  to,
  subject: "Your password for Countersign was changed",
  paragraphs: [
    { text: `The password of your account on ${baseUrl} was ${CHANGED_WORDS[how].how}.` },
    { text: `${CHANGED_WORDS[how].signedOut} Personal tokens and the command line stay signed in.` },
    { text: "If this was not you, tell an administrator at once." },
  ],
});
