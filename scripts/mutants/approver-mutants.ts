import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const APPROVERS = "packages/server/test/engine/approvers.int.test.ts";
const DELEGATIONS = "packages/server/test/engine/delegations.int.test.ts";
const RIGHTS = source("store/statements/tool-rights");
const MOVE = source("store/statements/move-action");

/** Guards of whose approvals an action needs. */
export const APPROVER_MUTANTS: readonly Mutant[] = [
  {
    name: "approvers: one approval of several does not approve",
    file: source("core/decide"),
    find: `? "approve" : "vote"`,
    replace: `? "approve" : "approve"`,
    test: APPROVERS,
    only: "G18 an approval that does not complete",
  },
  {
    name: "approvers: one person, one vote",
    file: source("core/decide"),
    find: "hands.some((id) => voted.has(id))",
    replace: "false",
    test: APPROVERS,
    only: "G18 one person has",
  },
  {
    name: "approvers: an edit begins a new round",
    file: MOVE,
    find: "then a.vote_round + 1 else",
    replace: "then a.vote_round else",
    test: APPROVERS,
    only: "G18 an edit makes",
  },
  {
    name: "approvers: approvals of an earlier round do not count",
    file: source("engine/votes"),
    find: ` && voteRound === row.voteRound`,
    replace: ` && voteRound <= row.voteRound`,
    test: APPROVERS,
    only: "G18 an edit makes",
  },
  {
    name: "approvers: who edited last does not approve",
    file: source("core/decide"),
    find: "const voters = isEditor ? before : [...before, toVoter(as)];",
    replace: "const voters = [...before, toVoter(as)];",
    test: APPROVERS,
    only: "G18 where the rule says so",
  },
  {
    name: "approvers: all approvals are there when it runs",
    file: source("store/statements/claim-actions"),
    find: `when a.resolved_kind = 'user' and not \${isApprovedByAll("t", "k", "a")}`,
    replace: `when a.resolved_kind = 'user' and false and not \${isApprovedByAll("t", "k", "a")}`,
    test: APPROVERS,
    only: "G8 everybody who approved",
  },
  {
    name: "approvers: the rule that was weighed is the tool's",
    file: MOVE,
    find: `(not m."seesRule" or`,
    replace: `(true or not m."seesRule" or`,
    test: APPROVERS,
    only: "G18 an approval weighed",
  },
  {
    name: "approvers: who is none of them does not decide",
    file: source("core/decide"),
    find: "!isOneOf(rule.approvalRule.of, toVoter(by))",
    replace: '!isOneOf([{ role: "approver" }], toVoter(by))',
    test: "packages/server/test/core/approver-rule.unit.test.ts",
    only: "G18 who is none",
  },
  {
    name: "approvers: who is none of them does not decide, in the statement",
    file: RIGHTS,
    find: `or is_one_of(\${of(t, "approval_rule")}::jsonb -> 'of', \${of(m, "user_id")}, \${of(m, "role")})`,
    replace: "or true",
    test: APPROVERS,
    only: "G18 the statement",
  },
  {
    name: "approvers: not the person the agent acts for",
    file: source("core/decide"),
    find: "action.actsFor === by.id || action.actsFor === as.id",
    replace: "action.actsFor === `${by.id} `",
    test: "packages/server/test/core/approver-rule.unit.test.ts",
    only: "G7 the person",
  },
  {
    name: "approvers: not the person the agent acts for, in the statement",
    file: RIGHTS,
    find: `and \${byId} is distinct from \${actsForOf(a)}`,
    replace: "",
    test: APPROVERS,
    only: "G7 the person",
  },
  {
    name: "approvers: not the person the agent acts for, when it runs",
    file: source("store/statements/claim-actions"),
    find: "and k.acts_for in (a.resolved_by, g.user_id)",
    replace: "and false",
    test: APPROVERS,
    only: "G7 the person",
  },
  {
    name: "delegations: only while it lasts",
    file: source("store/statements/delegations"),
    find: `and \${sql.ref(\`\${d}.starts_at\`)} <= now() and now() < \${sql.ref(\`\${d}.ends_at\`)}`,
    replace: "",
    test: DELEGATIONS,
    only: "G18 a delegation begins",
  },
  {
    name: "delegations: looked at in the statement that decides",
    file: MOVE,
    find: `m."inPlaceOf" is null or`,
    replace: `true or m."inPlaceOf" is null or`,
    test: DELEGATIONS,
    only: "G18 the statement",
  },
  {
    name: "delegations: revoked before it runs",
    file: source("store/statements/claim-actions"),
    find: "or g.revoked_at is not null ",
    replace: "",
    test: DELEGATIONS,
    only: "G8 what was approved",
  },
  {
    name: "delegations: one person, one vote, also in another's place",
    file: source("core/decide"),
    find: "hands.some((id) => voted.has(id))",
    replace: "voted.has(as.id)",
    test: DELEGATIONS,
    only: "G18 one person has one vote",
  },
];
