import { strings } from "../../../strings/people.tsx";
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
  const words = strings.invitation;
  if (signInUrl === null) {
    return (
      <p>
        {words.mailed(
          <b>
            <VisibleText text={email} newlines="mark" />
          </b>,
        )}
      </p>
    );
  }
  return (
    <>
      {mail === "failed" && (
        <Notice tone="caution" title={words.mailFailed}>
          {words.mailFailedSays}
        </Notice>
      )}
      <ShownOnce what={words.link} secret={signInUrl}>
        {words.linkSays}
      </ShownOnce>
    </>
  );
}
