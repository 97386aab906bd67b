import type { Action } from "@countersign/protocol";
import { strings } from "../../../strings/proposal.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "../action-page.module.css";

/** Says, for a pending action, that a person rejected nearly the same call before. */
export function NearRepeatNotice({ action: { nearRepeatOf } }: { action: Action }) {
  if (!nearRepeatOf) return null;
  const { pendingActionId, by, at, reason } = nearRepeatOf;
  const words = strings.nearRepeat;
  const person = <PrincipalName principal={by} />;
  const call = (
    <TextLink to="/actions/$id" params={{ id: pendingActionId }}>
      {words.link}
    </TextLink>
  );
  const when = <Moment at={at} />;
  return (
    <div className={classes.warning}>
      <Notice tone="caution" title={words.title}>
        {reason === null
          ? words.rejected(person, call, when)
          : words.rejectedBecause(person, call, when, <VisibleText text={reason} />)}
      </Notice>
    </div>
  );
}
