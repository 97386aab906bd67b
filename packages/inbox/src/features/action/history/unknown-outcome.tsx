import type { Action, Target, TimelineEntry } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { strings } from "../../../strings/history.tsx";
import { timelineQuery, targetQuery } from "../../../api/action-queries.ts";
import { sameJson } from "../../../ui/diff/field-changes.ts";
import { isObject } from "../../../ui/diff/json.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, Section } from "../section.tsx";
import classes from "../action-page.module.css";

const HEARD = new Set(["action.outcome_unknown", "action.late_report"]);

/** All that is known of a run whose outcome is unknown, so that a person can find out and record it. */
export function UnknownOutcome({ action }: { action: Action }) {
  const words = strings.unknownOutcome;
  const last = action.attempts.at(-1);
  const heard = lastHeard(useQuery(timelineQuery(action.id)).data ?? []);
  return (
    <Section title={words.title}>
      <Notice tone="caution" title={words.wasLost}>
        {words.whatToDo}
      </Notice>
      <dl className={classes.facts}>
        {last && (
          <>
            <Fact name={words.attempt}>
              {words.attemptOf(last.number, action.attempts.length, <VisibleText text={last.executor} newlines="mark" />)}
            </Fact>
            <Fact name={words.started}>
              <Moment at={last.startedAt} />
            </Fact>
            <Fact name={words.lastHeartbeat}>
              {last.lastSignAt === null ? words.noHeartbeat : <Moment at={last.lastSignAt} />}
            </Fact>
            <Fact name={words.givenUp}>{last.endedAt === null ? words.notYet : <Moment at={last.endedAt} />}</Fact>
          </>
        )}
        {heard !== undefined && (
          <Fact name={words.lastHeard} wide>
            <VisibleText text={heard} />
          </Fact>
        )}
        {action.target !== null && (
          <Fact name={words.wouldHaveChanged} wide>
            <VisibleText text={action.target} newlines="mark" />
          </Fact>
        )}
        <TargetNow action={action} />
      </dl>
    </Section>
  );
}

/** Current state of the target, which often shows the outcome; says so if the target cannot be read. */
function TargetNow({ action }: { action: Action }) {
  const words = strings.unknownOutcome;
  const { data: target, error } = useQuery(targetQuery(action.id));
  const says = error ? words.notRead(error.message) : target ? readSigns(action, target) : words.looking;
  return (
    <Fact name={words.thereNow} wide>
      {says}
    </Fact>
  );
}

function readSigns(action: Action, target: Target): string {
  const words = strings.unknownOutcome;
  if (target.state === "not_watched") return words.cannotLook;
  const matches =
    target.current === null ? action.proposed === null : action.proposed !== null && sameJson(target.current, action.proposed);
  if (target.state === "unchanged") return words.unchanged;
  if (matches) return words.matches;
  return target.state === "gone" ? words.isGone : words.isDifferent;
}

/** The executor's last message, including a report that came too late to count; undefined if there is none. */
function lastHeard(entries: readonly TimelineEntry[]): string | undefined {
  const { kind, data } = entries.findLast((entry) => HEARD.has(entry.kind)) ?? {};
  if (!data) return undefined;
  if (kind === "action.outcome_unknown") return typeof data["note"] === "string" ? data["note"] : undefined;
  const report = isObject(data["report"]) ? data["report"] : {};
  const message = typeof report["message"] === "string" ? report["message"] : undefined;
  return strings.unknownOutcome.lateReport(String(report["outcome"]), message);
}
