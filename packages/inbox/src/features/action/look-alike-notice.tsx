import type { Action } from "@countersign/protocol";
import { useMemo } from "react";
import { count } from "../../ui/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { findLookAlikes } from "./find-look-alikes.ts";
import classes from "./action-page.module.css";

const SHOWN = 12;

/** Warns of names, hosts, addresses and paths that look like others; what they look like is for the person to compare. */
export function LookAlikeNotice({ action }: { action: Action }) {
  const { effectiveInput, target, proposedBy } = action;
  const found = useMemo(() => findLookAlikes({ effectiveInput, target, proposedBy }), [effectiveInput, target, proposedBy]);
  if (found.length === 0) return null;
  return (
    <div className={classes.warning}>
      <Notice tone="caution" title="Something here may not be what it looks like">
        <ul className={classes.reasons}>
          {found.slice(0, SHOWN).map(({ word, place, why }) => (
            <li key={word}>
              <b>
                <VisibleText text={word} newlines="mark" />
              </b>{" "}
              in <VisibleText text={place} newlines="mark" />: <VisibleText text={why} newlines="mark" />
            </li>
          ))}
        </ul>
        {found.length > SHOWN && `And ${count(found.length - SHOWN, "more word")}.`}
      </Notice>
    </div>
  );
}
