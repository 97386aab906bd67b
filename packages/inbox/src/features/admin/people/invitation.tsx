import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ShownOnce } from "../shared/shown-once.tsx";

/** The part of the answer of `POST /api/members` that says how the sign-in link reaches the new person. */
export interface InvitationAnswer {
  signInUrl: string | null;
  mail: "sent" | "failed" | "off";
}

/** Says that a sign-in link was mailed, or shows it once to be passed on. */
export function Invitation({ delivery: { signInUrl, mail }, email }: { delivery: InvitationAnswer; email: string }) {
  if (signInUrl === null) {
    return (
      <p>
        A sign-in link was mailed to{" "}
        <b>
          <VisibleText text={email} newlines="mark" />
        </b>
        . The link works once, within 24 hours, and then asks for a password.
      </p>
    );
  }
  return (
    <>
      {mail === "failed" && (
        <Notice tone="caution" title="The mail may not have arrived">
          The mail server did not accept it, or did not answer in time. The log of this server says why.
        </Notice>
      )}
      <ShownOnce what="The sign-in link" secret={signInUrl}>
        Send this link yourself. The link works once, within 24 hours, and then asks for a password.
      </ShownOnce>
    </>
  );
}
