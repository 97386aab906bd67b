import type { Action } from "@countersign/protocol";
import { Countdown, Moment } from "../../ui/moment.tsx";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Fact } from "./fact.tsx";
import classes from "./action-page.module.css";

/** What is certain, from the stored row: none of it is in the agent's words. */
export function Facts({ action }: { action: Action }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Tool">
        <code>
          <VisibleText text={action.toolName} newlines="mark" />
        </code>
      </Fact>
      {action.target !== null && (
        <Fact name="Changes">
          <VisibleText text={action.target} newlines="mark" />
        </Fact>
      )}
      <Fact name="Proposed by">
        <PrincipalName principal={action.proposedBy} />, <Moment at={action.createdAt} />
      </Fact>
      {action.expiresAt !== null && (
        <Fact name={action.status === "pending" ? "Expires" : "Would have expired"}>
          {action.status === "pending" ? <Countdown until={action.expiresAt} /> : <Moment at={action.expiresAt} />}
        </Fact>
      )}
      <Fact name="Digest of what runs">
        <DigestChip digest={action.digest} />
      </Fact>
    </dl>
  );
}
