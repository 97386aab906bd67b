import type { Action } from "@countersign/protocol";
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
  return (
    <div className={classes.warning}>
      <Notice tone="caution" title="Nearly the same was rejected before">
        <PrincipalName principal={by} /> rejected{" "}
        <TextLink to="/actions/$id" params={{ id: pendingActionId }}>
          a call like this one
        </TextLink>{" "}
        of the same agent <Moment at={at} />
        {reason === null ? (
          "."
        ) : (
          <>
            : “<VisibleText text={reason} />”
          </>
        )}
      </Notice>
    </div>
  );
}
