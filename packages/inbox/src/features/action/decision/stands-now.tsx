import { BREAK_GLASS, type Action } from "@countersign/protocol";
import { useClock } from "../../../ui/use-clock.ts";
import { Moment } from "../../../ui/moment.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { useSays } from "../../../ui/use-starts-later.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

const VERDICT_WORDS = { approve: "Approved", reject: "Rejected", refine: "Sent back" } as const;
const QUESTION_WORDS = { approve: "Answered", reject: "Declined", refine: "Sent back" } as const;

/** Status of an action and who decided it, instead of buttons without effect. */
export function StandsNow({ action, canDecide }: { action: Action; canDecide: boolean }) {
  const last = action.decisions.at(-1);
  const says = useSays(action);
  return (
    <p className={classes.stands} role="status">
      {last ? (
        <>
          {(action.isQuestion ? QUESTION_WORDS : VERDICT_WORDS)[last.verdict]} by <PrincipalName principal={last.by} />
          {last.onBehalfOf && (
            <>
              {" "}
              in the place of <PrincipalName principal={{ kind: "user", ...last.onBehalfOf }} />
            </>
          )}
          , <Moment at={last.at} />.{" "}
        </>
      ) : (
        action.resolvedBy &&
        action.resolvedAt && (
          <>
            <PrincipalName principal={action.resolvedBy} />, <Moment at={action.resolvedAt} />.{" "}
          </>
        )
      )}
      It {says}.
      {last?.comment && last.channel !== BREAK_GLASS && (
        <>
          {" "}
          “<VisibleText text={last.comment} />”
        </>
      )}
      {!canDecide && action.status === "pending" && " You can read it; deciding needs the role approver."}
    </p>
  );
}

/** Somebody else has taken the action on. */
export function HasItNote({ name }: { name: string }) {
  return (
    <p className={classes.stands} role="status">
      <VisibleText text={name} newlines="mark" /> has taken it on. You can still decide.
    </p>
  );
}

/** Progress of an action's approvals. */
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

/** The earliest start that an approver chose, where it is still of interest. */
export function StartNote({ action: { status, notBefore = null } }: { action: Action }) {
  const now = useClock();
  if (notBefore === null) return null;
  const isPast = Date.parse(notBefore) <= now;
  if (status === "pending" && isPast) return null;
  return (
    <p className={classes.stands} role="status" aria-label="Start">
      {status === "pending" ? "Once it is approved, it runs not before " : isPast ? "It was to run " : "It runs "}
      {exact.format(Date.parse(notBefore))} (<Moment at={notBefore} />)
      {status !== "pending" && isPast ? ", and runs as soon as its server or worker is there" : ""}.
    </p>
  );
}

const exact = new Intl.DateTimeFormat("en", {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
