import type { Mutant } from "./mutants.ts";

const feature = (name: string): string => `packages/server/src/features/notifications/${name}.ts`;
const PEOPLE = "packages/server/src/store/statements/notification-people.ts";
const TEST = "packages/server/test/notifications/summaries.pg.test.ts";
const DAYS = "packages/server/test/notifications/summary-day.unit.test.ts";

/** Guards of daily summaries, and of what a person chose for each channel. */
export const SUMMARY_MUTANTS: readonly Mutant[] = [
  {
    name: "summary: single actions are not told besides",
    file: feature("plan-events"),
    find: `!waitsForSummary(notice.kind, person.preference, connectionId)`,
    replace: `notice.kind !== "updated"`,
    test: TEST,
    only: "G49 whoever chose a daily summary is told nothing before it",
  },
  {
    name: "summary: an escalation does not wait for it",
    file: feature("recipients"),
    find: `(kind === "asked" || kind === "reminded") && modeOf(preference, connectionId) === "daily"`,
    replace: `kind !== "decided" && modeOf(preference, connectionId) === "daily"`,
    test: TEST,
    only: "G49 an escalation comes at once",
  },
  {
    name: "summary: only what the person may decide on",
    file: feature("send-summary"),
    find: ` && mayDecide(action, person, people))`,
    replace: ` && people.length > 0)`,
    test: TEST,
    only: "G49 a summary leaves out what the person may not decide on",
  },
  {
    name: "summary: nothing that somebody else has taken on",
    file: feature("send-summary"),
    find: `!isWithAnother(action, person) && `,
    replace: ``,
    test: TEST,
    only: "G49 a summary leaves out what somebody else has taken on",
  },
  {
    name: "summary: what waits too long is everybody's again",
    file: feature("send-summary"),
    find: ` && escalatedAt === null;`,
    replace: ` && escalatedAt !== undefined;`,
    test: TEST,
    only: "G49 a summary leaves out what somebody else has taken on",
  },
  {
    name: "summary: none if nothing waits",
    file: feature("send-summary"),
    find: `if (waiting.length === 0) {`,
    replace: `if (waiting.length < 0) {`,
    test: TEST,
    only: "G49 who chose a summary is told of no decision",
  },
  {
    name: "summary: not sent to whoever chose otherwise meanwhile",
    file: feature("send-summary"),
    find: `(modeOf(person.preference, receiver.connectionId) === "daily"\n    ? undefined\n    : "The person receives a notification about each action.")`,
    replace: `undefined`,
    test: TEST,
    only: "G36 a summary that was planned is not sent to whoever chose otherwise",
  },
  {
    name: "summary: the later one takes the place of an earlier one",
    file: "packages/server/src/store/statements/daily-summaries.ts",
    find: ` and n.state = 'planned'`,
    replace: ` and n.state = 'sending'`,
    test: TEST,
    only: "a summary waits for quiet hours, and a later one",
  },
  {
    name: "summary: none of the day that has passed",
    file: PEOPLE,
    find: `case when r."mode" = 'daily' then \${summaryDay}::date end`,
    replace: `case when r."mode" = 'daily' then \${summaryDay}::date - 1 end`,
    test: TEST,
    only: "whoever chooses a summary gets none of the day",
  },
  {
    name: "summary: another setting leaves no summary out",
    file: PEOPLE,
    find: `case when \${keepsDays} and q.mode = excluded.mode then q.summary_day`,
    replace: `case when not \${keepsDays} and q.mode = excluded.mode then q.summary_day`,
    test: TEST,
    only: "whoever chooses a summary gets none of the day",
  },
  {
    name: "summary: yesterday's until the time has come",
    file: feature("summary-day"),
    find: `minuteOfDay(now, zone) >= dailyAt`,
    replace: `minuteOfDay(now, zone) > dailyAt`,
    test: DAYS,
    only: "in its minute",
  },
  {
    name: "summary: the day is the one where the person is",
    file: feature("summary-day"),
    find: `const today = dayOf(now, zone);`,
    replace: `const today = dayOf(now, "UTC");`,
    test: DAYS,
    only: "on the other side of the date line",
  },
];
