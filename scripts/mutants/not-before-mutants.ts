import type { Mutant } from "./mutants.ts";

const engine = (name: string): string => `packages/server/src/engine/decisions/${name}.ts`;
const statement = (name: string): string => `packages/server/src/store/statements/${name}.ts`;
const TESTS = "packages/server/test/engine/not-before.contract.test.ts";

/** Guards of approvals for a later time. */
export const NOT_BEFORE_MUTANTS: readonly Mutant[] = [
  {
    name: "not before: nothing starts before its time",
    file: statement("claim-actions"),
    find: ` and (a.not_before is null or a.not_before <= now())`,
    replace: ``,
    test: TESTS,
    only: "G43 an action that is approved for later",
  },
  {
    name: "not before: the latest of several approvals counts",
    file: statement("transition-action"),
    find: `greatest(m."notBefore", case`,
    replace: `coalesce(m."notBefore", case`,
    test: TESTS,
    only: "G43 of several approvals the latest",
  },
  {
    name: "not before: an edit begins anew",
    file: statement("transition-action"),
    find: `and not (m."isEdited" and m."digest" <> a.digest) then a.not_before end`,
    replace: `then a.not_before end`,
    test: TESTS,
    only: "G43 of several approvals the latest",
  },
  {
    name: "not before: a start is in the future and before the promised end",
    file: engine("decisions"),
    find: `if (late) return late;`,
    replace: `void late;`,
    test: TESTS,
    only: "G43 a start that has passed",
  },
  {
    name: "not before: only by whom the rule names is an approval withdrawn",
    file: engine("settlements"),
    find: `refuseSettler(by, row, delegatorOf(by, row)) ?? isUnstarted(row)`,
    replace: `isUnstarted(row)`,
    test: TESTS,
    only: "G43 only whom the tool's rule names",
  },
  {
    name: "not before: what may have taken effect is not withdrawn",
    file: engine("settlements"),
    find: `if (row.attempts.at(-1)?.outcome !== "lost") return ok(undefined);`,
    replace: `if (row.attempts !== undefined) return ok(undefined);`,
    test: TESTS,
    only: "G43 only whom the tool's rule names",
  },
  {
    name: "not before: run again, it starts at once",
    file: engine("settlements"),
    find: `dropsNotBefore: approvalRulesOf(row).length === 0`,
    replace: `dropsNotBefore: false`,
    test: TESTS,
    only: "G43 until it starts",
  },
  {
    name: "not before: run again, the start of several people's approvals holds",
    file: engine("settlements"),
    find: `dropsNotBefore: approvalRulesOf(row).length === 0`,
    replace: `dropsNotBefore: true`,
    test: TESTS,
    only: "G43 where a rule requires several people",
  },
  {
    name: "not before: a start is dropped with the votes that a preview drops",
    file: statement("previews"),
    find: `not_before = case when a.digest = \${answer.digest} then a.not_before end`,
    replace: `not_before = a.not_before`,
    test: TESTS,
    only: "G43 a preview that changes",
  },
  {
    name: "not before: evidence names which instant it is",
    file: statement("row"),
    find: `else \${sql.lit(name)} || `,
    replace: `else `,
    test: "packages/server/test/review/forgeries.contract.test.ts",
    only: "G12 an instant that was moved",
  },
  {
    name: "not before: the start is evidence",
    file: statement("row"),
    find: `rare("extract(epoch from a.not_before)::text", "not_before")`,
    replace: `rare("a.caption")`,
    test: "packages/server/test/review/forgeries.contract.test.ts",
    only: "G12 each column of an action",
  },
];
