import type { Action, Target, TimelineEntry } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
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
  const last = action.attempts.at(-1);
  const heard = lastHeard(useQuery(timelineQuery(action.id)).data ?? []);
  return (
    <Section title="Outcome unknown">
      <Notice tone="caution" title="The run was lost before it could report">
        It may have happened, in whole or in part. Look at what it would have changed, then say below what you found. It does
        not run again by itself.
      </Notice>
      <dl className={classes.facts}>
        {last && (
          <>
            <Fact name="Attempt">
              {last.number} of {action.attempts.length}, by <VisibleText text={last.executor} newlines="mark" />
            </Fact>
            <Fact name="Started">
              <Moment at={last.startedAt} />
            </Fact>
            <Fact name="Last heartbeat">
              {last.lastSignAt === null ? "none after the start" : <Moment at={last.lastSignAt} />}
            </Fact>
            <Fact name="Given up">{last.endedAt === null ? "not yet" : <Moment at={last.endedAt} />}</Fact>
          </>
        )}
        {heard !== undefined && (
          <Fact name="The last thing heard" wide>
            <VisibleText text={heard} />
          </Fact>
        )}
        {action.target !== null && (
          <Fact name="What it would have changed" wide>
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
  const { data: target, error } = useQuery(targetQuery(action.id));
  const says = error ? `It could not be read: ${error.message}` : target ? readSigns(action, target) : "Looking…";
  return (
    <Fact name="What is there now" wide>
      {says}
    </Fact>
  );
}

function readSigns(action: Action, target: Target): string {
  if (target.state === "not_watched") return "Countersign cannot look at this target. Look there yourself.";
  const matches =
    target.current === null ? action.proposed === null : action.proposed !== null && sameJson(target.current, action.proposed);
  if (target.state === "unchanged") return "The same as when it was proposed. That speaks for: it did not happen.";
  if (matches) return "The target matches the proposed result. It probably ran.";
  return target.state === "gone"
    ? "Nothing: the target is gone."
    : "Something else than before and than proposed. Look at it yourself.";
}

/** The executor's last message, including a report that came too late to count; undefined if there is none. */
function lastHeard(entries: readonly TimelineEntry[]): string | undefined {
  const { kind, data } = entries.findLast((entry) => HEARD.has(entry.kind)) ?? {};
  if (!data) return undefined;
  if (kind === "action.outcome_unknown") return typeof data["note"] === "string" ? data["note"] : undefined;
  const report = isObject(data["report"]) ? data["report"] : {};
  const message = typeof report["message"] === "string" ? `: ${report["message"]}` : "";
  return `A report that came too late says “${String(report["outcome"])}”${message}`;
}
