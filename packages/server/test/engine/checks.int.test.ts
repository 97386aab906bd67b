import { isDeepStrictEqual } from "node:util";
import { afterEach, expect, test } from "vitest";
import { createChecks } from "../../src/engine/checks/checks.ts";
import type { Checks } from "../../src/ports/checks.ts";
import { runCheck } from "../../src/engine/checks/check-jobs.ts";
import type { Principal } from "../../src/core/principal.ts";
import type { Result } from "../../src/core/refusal.ts";
import { until } from "../support/until.ts";

const agent = (id: string): Pick<Principal, "kind" | "workspaceId" | "id"> => ({ kind: "agent", workspaceId: "w", id });
const person: Pick<Principal, "kind" | "workspaceId" | "id"> = { kind: "user", workspaceId: "w", id: "p" };
const SLOW = { type: "string", pattern: "^(a+)+$" };
const ENDLESS = `${"a".repeat(60)}!`;
const schema = (property: object): string => JSON.stringify({ type: "object", properties: { a: property } });
const TOO_LONG = [{ path: "/toolInput", message: "takes too long to validate against the tool's schema" }];

let open: Checks[] = [];
afterEach(async () => {
  await Promise.all(open.map((checks) => checks.close()));
  open = [];
});
function start(checkThreads: number, checkMilliseconds: number): Checks {
  const checks = createChecks({ checkThreads, checkMilliseconds });
  open.push(checks);
  return checks;
}
const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
};

test("G6 a check that takes too long is killed and is a no, wherever the schema hides it, and the next one is sound", async () => {
  const checks = start(3, 200);
  const cases = [
    [SLOW, ENDLESS],
    [{ type: "array", items: { anyOf: [SLOW] } }, [ENDLESS]],
    [{ $ref: "#/properties/a/$defs/slow", $defs: { slow: SLOW } }, ENDLESS],
  ] as const;
  const said = cases.map(([property, input], n) =>
    checks.validateInput(agent(`a${n}`), schema(property), { a: input as never }, "/toolInput").then(value),
  );
  expect(await Promise.all(said)).toEqual(cases.map(() => TOO_LONG));
  // On a busy machine a sound check may be killed, too, and is asked again; another answer is never given.
  const answerTo = async (a: string, wanted: object[]): Promise<void> => {
    const ask = async () => value(await checks.validateInput(agent("a"), schema(SLOW), { a }, "/toolInput"));
    const answer = await until(ask, (faults) => !isDeepStrictEqual(faults, TOO_LONG));
    expect(answer).toEqual(wanted);
  };
  await answerTo("aaa", []);
  await answerTo("b", [{ path: "/toolInput/a", message: 'must match pattern "^(a+)+$"' }]);
});

test("G6 an expression that takes too long is killed: a person is asked, and no grant lets the call pass", async () => {
  const checks = start(5, 200);
  const list = Array.from({ length: 4000 }, (_, n) => n);
  const nested = "args.list.exists(a, args.list.exists(b, args.list.exists(c, a + b + c < 0.0)))";
  const slow = 'args.text.matches("^(a+)+$")';
  const when = (approvalWhen: string) => ({
    approval: "when" as const,
    approvalWhen,
    routingRules: null,
    name: "pay",
    risk: 2,
  });
  const rules = (expression: string) => JSON.stringify([{ name: "slow", when: expression }]);
  const facts = { args: { text: ENDLESS }, tool: { name: "pay", risk: 2 }, agent: undefined };
  const said = await Promise.all([
    checks.judgeApproval(agent("a"), when(nested), { list }, undefined),
    checks.judgeApproval(agent("b"), when(slow), { text: ENDLESS }, undefined),
    checks.judgeApproval(agent("d"), { ...when("false"), routingRules: rules(slow) }, { text: ENDLESS }, undefined),
    checks.answerRouting(agent("e"), [slow, "false"], [{ text: ENDLESS }], { tool: undefined, agent: undefined }),
    checks.findGrant(agent("c"), [{ expression: slow }, { expression: "true" }], facts),
  ]);
  expect(said.map((one) => one.ok && one.value)).toEqual([
    { isRequired: true, routing: [] },
    { isRequired: true, routing: [] },
    { isRequired: true, routing: [[slow, null]] },
    [
      [slow, null],
      ["false", null],
    ],
    undefined,
  ]);
  const grants = [{ expression: "args.text == 'x'" }, { expression: 'args.text.matches("^a")' }];
  const found = await until(async () => value(await checks.findGrant(agent("a"), grants, facts)));
  expect(found).toBe(grants[1]);
  // A killed check asks a person.
  const judge = async () => value(await checks.judgeApproval(agent("a"), when("args.n > 1"), { n: 0 }, undefined));
  const judged = await until(judge, ({ isRequired }) => !isRequired);
  expect(judged).toEqual({ isRequired: false, routing: [] });
});

test("G30 one caller has one check under way and a few that wait; others, and people first, are served beside it", async () => {
  const checks = start(2, 600_000);
  const ended: string[] = [];
  const mine = Array.from({ length: 30 }, (_, n) =>
    checks.validateInput(agent("greedy"), schema(SLOW), { a: ENDLESS }).then((result) => {
      ended.push(`mine ${n}`);
      return result;
    }),
  );
  // Of thirty checks one runs, twenty are queued and the last nine are refused.
  const refused = await Promise.all(mine.slice(21));
  expect(refused.map((result) => !result.ok && result.refusal.code)).toEqual(refused.map(() => "RATE_LIMITED"));
  expect(value(await checks.validateInput(agent("other"), schema(SLOW), { a: "aaa" }))).toEqual([]);
  expect(value(await checks.validateInput(person, schema(SLOW), { a: "aaa" }))).toEqual([]);
  expect(ended).toHaveLength(9);
  await checks.close();
  const left = await Promise.all(mine.slice(0, 21));
  expect(left.map((result) => !result.ok && result.refusal.code)).toEqual(left.map(() => "UNAVAILABLE"));
  // The engine may be started again.
  expect(value(await checks.validateInput(agent("greedy"), schema(SLOW), { a: "aaa" }))).toEqual([]);
});

test("G30 whatever may take long leaves the main thread: large inputs, patterns, lists in expressions", async () => {
  const checks = start(1, 600_000);
  const main = { ...runCheck };
  const ran: string[] = [];
  for (const name of ["validateInput", "judgeApproval", "answerRouting", "findGrant"] as const) {
    runCheck[name] = ((asked: never) => (ran.push(name), main[name](asked) as never)) as never;
  }
  try {
    const plain = schema({ type: "string" });
    await checks.validateInput(agent("a"), plain, { a: "x".repeat(20_000) });
    await checks.validateInput(agent("a"), schema({ type: "string", pattern: "x" }), { a: "x" });
    const searches = "args.l.exists(a, a > 1)";
    const when = (approvalWhen: string, rule = "false") => ({
      approval: "when" as const,
      approvalWhen,
      routingRules: JSON.stringify([{ name: "one", when: rule }]),
    });
    await checks.judgeApproval(agent("a"), when(searches), { l: [1] }, undefined);
    await checks.judgeApproval(agent("a"), when("true", searches), { l: [1] }, undefined);
    await checks.answerRouting(agent("a"), [searches], [{ l: [1] }], { tool: undefined, agent: undefined });
    const facts = { args: { a: "x" }, tool: undefined, agent: undefined };
    await checks.findGrant(agent("a"), [{ expression: 'args.a.matches("x")' }], facts);
    expect(ran).toEqual([]);
    await checks.validateInput(agent("a"), plain, { a: "x" });
    await checks.judgeApproval(agent("a"), when("args.a == 'x'"), { a: "x" }, undefined);
    await checks.answerRouting(agent("a"), ["args.a == 'x'"], [{ a: "x" }], { tool: undefined, agent: undefined });
    expect(ran).toEqual(["validateInput", "judgeApproval", "answerRouting"]);
  } finally {
    Object.assign(runCheck, main);
  }
});

test("keys that mean something in JavaScript are checked as they are in a thread, too", async () => {
  const checks = start(1, 600_000);
  const input = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as never;
  const closed = JSON.stringify({ type: "object", properties: { b: { pattern: "x" } }, additionalProperties: false });
  const faults = value(await checks.validateInput(agent("a"), closed, input));
  expect(faults.map(({ path }) => path).sort()).toEqual(["/__proto__", "/constructor"]);
});
