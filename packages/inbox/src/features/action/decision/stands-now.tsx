import { BREAK_GLASS, type Action } from "@countersign/protocol";
import { strings } from "../../../strings/decision.tsx";
import { language } from "../../../strings/language.ts";
import { useClock } from "../../../ui/use-clock.ts";
import { Moment } from "../../../ui/moment.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { failureWords } from "../../../ui/status-words.ts";
import { useSays } from "../../../ui/use-starts-later.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

/** Status of an action and who decided it, instead of buttons without effect. */
export function StandsNow({ action, canDecide }: { action: Action; canDecide: boolean }) {
  const words = strings.stands;
  const last = action.decisions.at(-1);
  const says = useSays(action);
  return (
    <p className={classes.stands} role="status">
      {last ? (
        <>
          <Decided decision={last} isQuestion={action.isQuestion} />{" "}
        </>
      ) : (
        action.resolvedBy &&
        action.resolvedAt && (
          <>{words.resolvedBy(<PrincipalName principal={action.resolvedBy} />, <Moment at={action.resolvedAt} />)} </>
        )
      )}
      {words.now(says, action.isQuestion)}
      {action.error !== null && (
        <span className={classes.reason}>
          {failureWords(action.error.code)} {words.comment(<VisibleText text={action.error.message} newlines="mark" />)}
        </span>
      )}
      {last?.comment && last.channel !== BREAK_GLASS && <> {words.comment(<VisibleText text={last.comment} />)}</>}
      {!canDecide && action.status === "pending" && ` ${words.mayOnlyRead}`}
    </p>
  );
}

function Decided({ decision, isQuestion }: { decision: Action["decisions"][number]; isQuestion: boolean }) {
  const words = strings.stands;
  const { verdict, by, onBehalfOf, selfConfirmed, at } = decision;
  const verdictWords = (isQuestion ? words.questionVerdicts : words.verdicts)[verdict];
  const who = <PrincipalName principal={by} />;
  if (selfConfirmed) return words.selfConfirmed(who, <Moment at={at} />);
  if (!onBehalfOf) return words.decidedBy(verdictWords, who, <Moment at={at} />);
  const whom = <PrincipalName principal={{ kind: "user", ...onBehalfOf }} />;
  return words.decidedInPlaceOf(verdictWords, who, whom, <Moment at={at} />);
}

/** Somebody else has taken the action on. */
export function HasItNote({ name }: { name: string }) {
  return (
    <p className={classes.stands} role="status">
      {strings.stands.hasIt(<VisibleText text={name} newlines="mark" />)}
    </p>
  );
}

/** The person who is about to decide is the one for whom the agent acts. */
export function SelfConfirmNote() {
  return (
    <p className={classes.stands} role="note">
      {strings.stands.selfConfirms}
    </p>
  );
}

/** Progress of an action's approvals. */
export function VotesNote({ votes }: { votes: NonNullable<Action["votes"]> }) {
  const words = strings.votes;
  const { needed, given, missing } = votes;
  const voters = given.map(({ id, name }) => ({ id, name: <PrincipalName principal={{ kind: "user", id, name }} /> }));
  return (
    <p className={classes.stands} role="status" aria-label={words.label}>
      {words.progress(
        Math.min(given.length, needed),
        needed,
        voters,
        missing.length > 0 ? <VisibleText text={words.allOf(missing)} newlines="mark" /> : null,
      )}
    </p>
  );
}

/** The earliest start that an approver chose, where it is still of interest. */
export function StartNote({ action: { status, notBefore = null } }: { action: Action }) {
  const now = useClock();
  if (notBefore === null) return null;
  const isPast = Date.parse(notBefore) <= now;
  if (status === "pending" && isPast) return null;
  const words = strings.start;
  const say = status === "pending" ? words.onceApproved : isPast ? words.wasToRun : words.runs;
  return (
    <p className={classes.stands} role="status" aria-label={words.label}>
      {say(exact.format(Date.parse(notBefore)), <Moment at={notBefore} />)}
    </p>
  );
}

const exact = new Intl.DateTimeFormat(language, {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
