import type { Action } from "@countersign/protocol";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

/** How far the approvals are, where one is not enough. */
export function VotesNote({ votes }: { votes: NonNullable<Action["votes"]> }) {
  const { needed, given, missing } = votes;
  return (
    <p className={classes.stands} role="status" aria-label="Approvals">
      {Math.min(given.length, needed)} of {needed} {needed === 1 ? "approval" : "approvals"}
      {given.map(({ id, name }, at) => (
        <span key={id}>
          {at === 0 ? ", by " : " and "}
          <PrincipalName principal={{ kind: "user", id, name }} />
        </span>
      ))}
      {missing.length > 0 && (
        <>
          ; still needed: <VisibleText text={missing.join(" and ")} newlines="mark" />
        </>
      )}
      .
    </p>
  );
}
