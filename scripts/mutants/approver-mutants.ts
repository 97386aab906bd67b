import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const APPROVERS = "packages/server/test/engine/approvers.contract.test.ts";
const ESCALATION = "packages/server/test/engine/escalation.contract.test.ts";
const DELEGATIONS = "packages/server/test/engine/delegations.contract.test.ts";
const MOVE = source("store/statements/transition-action");

const LOWERING = "packages/server/test/http/lowering.int.test.ts";

/** Guards of approval rules and approvers. */
export const APPROVER_MUTANTS: readonly Mutant[] = [
  {
    name: "approvers: a raised role does not count before its time",
    file: source("core/decide"),
    find: "if (!mayVote) {",
    replace: "if (false) {",
    test: APPROVERS,
    only: "G6 a raised role",
  },
  {
    name: "approvers: the statement counts no role before its time",
    file: "packages/server/src/store/migrations/0019_new_approvers.sql",
    find: "select case when counts_from <= now() then role else former_role end",
    replace: "select role",
    test: APPROVERS,
    only: "G6 a raised role",
  },
  {
    name: "protection: a new agent's groups are looked at",
    file: source("core/protection"),
    find: "{ ...agent, groups: [] }",
    replace: "agent",
    test: LOWERING,
    only: "POST /api/keys",
  },
  {
    name: "protection: a new approver is confirmed",
    file: source("core/protection"),
    find: "RANK[role] > RANK[was]",
    replace: "RANK[role] > 9",
    test: LOWERING,
    only: "/api/members",
  },
  {
    name: "protection: a stand-in is confirmed",
    file: source("core/judge-lowering"),
    find: "if (lowered.length === 0 || confirm === true) return { lowered };",
    replace: "return { lowered };",
    test: LOWERING,
    only: "POST /api/delegations",
  },
  {
    name: "protection: more rights on content are confirmed",
    file: source("features/content/widened-rights"),
    find: "may(isThere, right, kind, who) && !may(wasThere, right, kind, who)",
    replace: "false",
    test: LOWERING,
    only: "/api/content/rights",
  },
  {
    name: "approvers: one approval of several does not approve",
    file: source("core/decide"),
    find: `? "approve" : "vote"`,
    replace: `? "approve" : "approve"`,
    test: APPROVERS,
    only: "G18 an approval that does not complete",
  },
  {
    name: "approvers: an approval names what was shown",
    file: source("core/decide"),
    find: 'decision.verdict === "approve" && decision.digest === undefined',
    replace: "false",
    test: APPROVERS,
    only: "G18 an approval without the digest",
  },
  {
    name: "approvers: edits do not stand for the digest of what was shown",
    file: source("core/decide"),
    find: 'edits === "unread" || digest === action.digest || digest === edits?.digest',
    replace: "edits !== undefined || digest === action.digest",
    test: APPROVERS,
    only: "G18 an approval without the digest",
  },
  {
    name: "approvers: the answer to a decision is what was stored",
    file: source("engine/decisions/decisions"),
    find: "[...row.decisions, written]",
    replace: "[...row.decisions, { ...written, id: newId() }]",
    test: APPROVERS,
    only: "G12 the answer to a decision",
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
    name: "approvers: who edited last does not approve",
    file: source("core/decide"),
    find: "const voters = isEditor ? before : [...before, voter];",
    replace: "const voters = [...before, voter];",
    test: APPROVERS,
    only: "G18 where the rule says so",
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
    name: "delegations: one person, one vote, also in another's place",
    file: source("core/decide"),
    find: "hands.some((id) => voted.has(id))",
    replace: "voted.has(as.id)",
    test: DELEGATIONS,
    only: "G18 one person has one vote",
  },
  {
    name: "escalation: only after it waited so long",
    file: source("store/statements/remind-actions"),
    find: "status = 'pending' and escalate_at <= now()",
    replace: "status = 'pending' and escalate_at is not null",
    test: ESCALATION,
    only: "G18 an escalation",
  },
  {
    name: "escalation: asking more people is confirmed",
    file: source("core/protection"),
    find: "isSoonerAsked(was, tool) ?",
    replace: "isSoonerAsked(was, was) ?",
    test: ESCALATION,
    only: "G6 asking more",
  },
];
