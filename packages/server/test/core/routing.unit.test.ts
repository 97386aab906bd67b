import type { ApprovalRule, Approver, Role, RoutingRule } from "@countersign/protocol";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../test/support/property.ts";
import { tallyAll } from "../../src/core/approval-rule.ts";
import { approvedBy, refuseRun, type ActionFacts, type AgentFacts, type ToolPolicy } from "../../src/core/authorize.ts";
import { explainApproval, sayApplied } from "../../src/core/explain-approval.ts";
import { judgeApproval } from "../../src/core/judge-approval.ts";
import { answerRouting, appliedRules, isRouted, routedSeconds, toRouting } from "../../src/core/routing.ts";

const IDS = ["ada", "bob", "cyd", "dan"];
const TEAMS = ["finance", "security"];
const CONDITIONS = [
  "args.amount > 10",
  "args.amount > 100",
  "!(args.amount > 50)",
  "tool.risk >= 3",
  'agent.groups.exists(group, group == "night")',
  "args.missing > 1",
  "true",
  "false",
];

const approver = fc.oneof(
  fc.constantFrom<Approver>({ role: "approver" }, { role: "admin" }),
  fc.constantFrom(...TEAMS).map((team): Approver => ({ team })),
  fc.constantFrom(...IDS).map((user): Approver => ({ user })),
);
const approvalRule: fc.Arbitrary<ApprovalRule> = fc.record(
  {
    needs: fc.constantFrom("any_of" as const, "all_of" as const, "n_of" as const),
    n: fc.integer({ min: 1, max: 3 }),
    of: fc.array(approver, { minLength: 1, maxLength: 3 }),
    notLastEditor: fc.boolean(),
  },
  { requiredKeys: ["needs", "of"] },
);
const routingRule: fc.Arbitrary<RoutingRule> = fc.record(
  {
    name: fc.constantFrom("large", "risky", "late"),
    when: fc.constantFrom(...CONDITIONS),
    approvalRule,
    lifetimeSeconds: fc.integer({ min: 1, max: 90 }),
  },
  { requiredKeys: ["name", "when"] },
);
const call = fc.record({
  amount: fc.integer({ min: 0, max: 200 }),
  risk: fc.integer({ min: 1, max: 4 }),
  groups: fc.subarray(["day", "night"], { minLength: 1 }),
});
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;
const people = fc.tuple(
  ...IDS.map((id) =>
    fc.record({
      id: fc.constant(id),
      role: fc.constantFrom<Role>("admin", "approver", "viewer"),
      teams: fc.subarray(TEAMS),
      approves: fc.boolean(),
    }),
  ),
);
type Person = typeof people extends fc.Arbitrary<(infer P)[]> ? P : never;

const agentOf = (groups: readonly string[]): AgentFacts => ({
  groups,
  maxRisk: null,
  inClient: false,
  actsFor: null,
  selfConfirmMaxRisk: null,
  isRevoked: false,
});

const toolWith = (rules: readonly RoutingRule[], { risk, groups }: Call, more: Partial<ToolPolicy> = {}): ToolPolicy => ({
  name: "pay",
  source: "server",
  definitionHash: "h",
  enabled: true,
  vetting: "vetted",
  risk,
  approval: "required",
  approvalWhen: null,
  groupNames: groups,
  requiredIn: [],
  neverIn: [],
  approverRole: null,
  approverIds: [],
  approvalRule: null,
  routingRules: rules.length === 0 ? null : JSON.stringify(rules),
  escalateTo: null,
  inClient: null,
  needsSecondPerson: null,
  ...more,
});

const routingOf = (rules: readonly RoutingRule[], { amount, risk, groups }: Call): string =>
  toRouting({
    risk,
    groups,
    answers: answerRouting(
      rules.map(({ when }) => when),
      [{ amount }],
      { tool: { name: "pay", risk }, agent: { id: "key", name: "bot", groups } },
    ),
  });

const approvingOf = (all: readonly Person[]) => all.filter(({ approves, role }) => approves && role !== "viewer");

/** The action after the people who approve have done so; `last` gave the last approval. */
function actionOf(
  tool: ToolPolicy,
  routing: string | null,
  asked: Call,
  all: readonly Person[],
  last = approvingOf(all).at(-1)?.id ?? "nobody",
): ActionFacts {
  return {
    toolName: "pay",
    toolHash: "h",
    source: "server",
    proposedBy: "key",
    policyWhen: null,
    routing,
    voteRound: 0,
    editedBy: "ada",
    escalatedAt: null,
    resolvedKind: "user",
    resolvedBy: last,
    delegationId: null,
    decisions: approvingOf(all).map(({ id }) => ({
      verdict: "approve" as const,
      byId: id,
      onBehalfOf: null,
      voteRound: 0,
      isRevoked: false,
    })),
    tool,
    agent: agentOf(asked.groups),
    people: all.map(({ id, role, teams }) => ({ id, name: id, role, teams, countedRole: role, countedTeams: teams })),
  };
}

/** Whether these approvals, in some order, let the action run. */
const mayRun = (rules: readonly RoutingRule[], asked: Call, all: readonly Person[], own: ApprovalRule | null): boolean => {
  const tool = toolWith(rules, asked, own ? { approvalRule: JSON.stringify(own) } : {});
  const routing = routingOf(rules, asked);
  return approvingOf(all).some(({ id }) => refuseRun(actionOf(tool, routing, asked, all, id)) === undefined);
};

test("G18 no number or order of routing rules lets run what one of them, or the tool's own rule, would not", () => {
  let ran = 0;
  let held = 0;
  fc.assert(
    fc.property(
      fc.array(routingRule, { maxLength: 4 }),
      fc.option(approvalRule),
      call,
      people,
      fc.nat(),
      (rules, own, asked, all, seed) => {
        const together = mayRun(rules, asked, all, own);
        const turned = rules.map((_, n) => rules[(n + seed) % rules.length]!);
        expect(mayRun(turned, asked, all, own)).toBe(together);
        expect(mayRun([...rules, ...rules], asked, all, own)).toBe(together);
        for (const one of rules) if (!mayRun([one], asked, all, null)) expect(together).toBe(false);
        if (own && !mayRun([], asked, all, own)) expect(together).toBe(false);
        if (together) ran += 1;
        else held += 1;
      },
    ),
    { numRuns: runs(10_000) },
  );
  expect([ran > 500, held > 500]).toEqual([true, true]);
}, 120_000);

test("G6 a call to which a routing rule applies asks a person, whatever the tool's own setting is", () => {
  const approvals = [
    { approval: "never" as const, approvalWhen: null },
    { approval: "when" as const, approvalWhen: "false" },
  ];
  let asked = 0;
  fc.assert(
    fc.property(fc.array(routingRule, { maxLength: 4 }), call, fc.constantFrom(...approvals), (rules, one, setting) => {
      const { amount, risk, groups } = one;
      const tool = toolWith(rules, one, setting);
      const agent = { id: "key", name: "bot", groups };
      const { isRequired, routing: answers } = judgeApproval(tool, { amount }, agent);
      const routing = toRouting({ risk, groups, answers });
      const action = { ...actionOf(tool, routing, one, []), resolvedKind: "system" as const, resolvedBy: "policy" };
      const passed = { ...action, policyWhen: setting.approvalWhen };
      const applied = appliedRules(action);
      expect(isRequired).toBe(applied.length > 0);
      // `refuseRun` judges the call again before it runs, with the same result.
      expect(refuseRun(passed) === undefined).toBe(applied.length === 0);
      if (isRequired) asked += 1;
    }),
    { numRuns: runs(2000) },
  );
  expect(asked).toBeGreaterThan(200);
});

const two: ApprovalRule = { needs: "n_of", n: 2, of: [{ team: "finance" }] };
const large: RoutingRule = { name: "Large", when: "args.amount > 100", approvalRule: two, lifetimeSeconds: 60 };
const small: Call = { amount: 5, risk: 2, groups: ["day"] };
const ask = (rules: readonly RoutingRule[], now: Call, routing: string | null) =>
  appliedRules({ tool: toolWith(rules, now), agent: agentOf(now.groups), routing }).map(({ name }) => name);

test("G6 a rule applies unless it was found to be false under the present risk, groups and expression", () => {
  const routing = routingOf([large], small);
  expect(ask([large], small, routing)).toEqual([]);
  expect(ask([large], { ...small, amount: 500 }, routingOf([large], { ...small, amount: 500 }))).toEqual(["Large"]);
  expect(ask([large], small, null)).toEqual(["Large"]);
  for (const altered of ["no json", "null", "5", "[]", '{"risk":2}', '{"risk":2,"groups":["day"],"answers":[5]}'])
    expect([altered, ask([large], small, altered)]).toEqual([altered, ["Large"]]);
  expect(ask([large], { ...small, risk: 3 }, routing)).toEqual(["Large"]);
  expect(ask([large], { ...small, groups: ["day", "night"] }, routing)).toEqual(["Large"]);
  expect(ask([{ ...large, when: "args.amount > 99" }], small, routing)).toEqual(["Large"]);
  expect(ask([large, { name: "New", when: "true" }], small, routing)).toEqual(["New"]);
  const gone = { tool: toolWith([large], small), agent: null, routing };
  expect(appliedRules(gone).map(({ name }) => name)).toEqual(["Large"]);
  expect([isRouted({ ...gone, agent: agentOf(["day"]) }), isRouted(gone)]).toEqual([true, false]);
});

test("G6 an edit that makes a condition false does not take its rule away, and one that makes it true adds it", () => {
  const facts = { tool: { name: "pay", risk: 2 }, agent: { id: "key", name: "bot", groups: [] } };
  const answer = (...amounts: number[]) =>
    answerRouting(
      [large.when],
      amounts.map((amount) => ({ amount })),
      facts,
    );
  expect(answer(500, 5)).toEqual([[large.when, true]]);
  expect(answer(5, 500)).toEqual([[large.when, true]]);
  expect(answer(5, 6)).toEqual([[large.when, false]]);
  expect(answerRouting(["args.amount > 1"], [{ amount: 0 }, {}], facts)).toEqual([["args.amount > 1", null]]);
});

test("the shortest time of the rules that apply is the call's", () => {
  const rules = [large, { ...large, name: "Longer", lifetimeSeconds: 90 }, { name: "Off", when: "false", lifetimeSeconds: 1 }];
  const asked = { ...small, amount: 500 };
  const at = (one: Call) =>
    routedSeconds({ tool: toolWith(rules, one), agent: agentOf(one.groups), routing: routingOf(rules, one) });
  expect([at(asked), at(small)]).toEqual([60, Infinity]);
});

test("an action says which rules apply, why, and whose approvals all of them need", () => {
  const asked = { ...small, amount: 500 };
  const odd: RoutingRule = {
    name: "Odd",
    when: "args.missing > 1",
    approvalRule: { needs: "any_of", of: [{ role: "admin" }] },
  };
  const tool = toolWith([large, odd], asked, { approval: "never" });
  const applied = appliedRules({ tool, agent: agentOf(asked.groups), routing: routingOf([large, odd], asked) });
  const said = explainApproval({
    toolName: "pay",
    source: "server",
    policyWhen: null,
    resolvedKind: null,
    resolvedBy: null,
    tool: { ...tool, approverNames: [] },
    approval: "never",
    applied,
    approvalRules: applied.flatMap((rule) => rule.approvalRule ?? []),
  });
  expect(applied.map((rule) => sayApplied(rule))).toEqual([
    "args.amount > 100 is true for this call",
    "args.missing > 1 cannot be evaluated for this call",
  ]);
  const [stale] = appliedRules({ tool, agent: agentOf(asked.groups), routing: null });
  expect(sayApplied(stale!)).toBe("args.amount > 100 has not been evaluated for this call");
  expect(said).toEqual({
    why: "A routing rule requires approval for calls to pay like this one.",
    who: "2 people or more must approve, 2 of the members of finance; as well as an administrator; one rejection is enough to reject; never the agent that proposed it.",
  });
});

test("the missing approvals of several rules are each told as often as one of the rules needs them", () => {
  const finance = { team: "finance" };
  const rules: ApprovalRule[] = [
    { needs: "all_of", of: [finance] },
    { needs: "all_of", of: [finance, finance, { user: "ada" }] },
    { needs: "any_of", of: [{ user: "ada" }] },
  ];
  expect(tallyAll(rules, [], String)).toEqual({
    needed: 3,
    missing: 3,
    missingWords: ["a member of finance", "ada", "a member of finance"],
  });
});

test("G8 who approved under several rules is everybody whose approval counts", () => {
  const asked = { ...small, amount: 500 };
  const all: Person[] = IDS.map((id) => ({ id, role: "approver", teams: ["finance"], approves: id !== "dan" }));
  const action = actionOf(toolWith([large], asked), routingOf([large], asked), asked, all);
  expect(approvedBy(action)).toEqual(["ada", "bob", "cyd"]);
});
