import type { JsonObject } from "@countersign/protocol";
import { expect, test } from "vitest";
import { findExpressionFault } from "../../src/core/approval-expression.ts";
import { approvalFor } from "../../src/core/group-approval.ts";
import { judgeApproval, type ApprovalSettings } from "../../src/core/judge-approval.ts";

const when = (approvalWhen: string | null) => ({ approval: "when" as const, approvalWhen, name: "pay", risk: 2 });
const needsApproval = (tool: Omit<ApprovalSettings, "routingRules">, input: JsonObject, by?: typeof agent) =>
  judgeApproval({ ...tool, routingRules: null }, input, by).isRequired;
const agent = { id: "key_1", name: "bot", groups: ["default"] };

test.each([
  ["args.amount > 100", { amount: 150 }, true],
  ["args.amount > 100", { amount: 50 }, false],
  ["args.amount > 100.5", { amount: 100.25 }, false],
  ['!(args.to in ["a@example.com", "b@example.com"])', { to: "a@example.com" }, false],
  ['!args.to.endsWith("@example.com")', { to: "x@example.net" }, true],
  ["has(args.force) && args.force", {}, false],
  ["size(args.ids) > 2", { ids: [1, 2, 3] }, true],
  ["args.rows.exists(row, row.total > 10)", { rows: [{ total: 4 }, { total: 5 }] }, false],
  ['agent.groups.exists(group, group == "default") && tool.risk > 1', {}, true],
])("%s of %j asks: %s", (expression, args, asks) => {
  expect(needsApproval(when(expression), args, agent)).toBe(asks);
});

test("G6 whatever an expression does but say false, a person is asked", () => {
  const faulty = [
    null,
    "",
    "args.amount >",
    "args.missing > 1",
    "args.text > 1",
    '"yes"',
    "0",
    "args.text",
    "unknown > 1",
    "args.constructor == null",
    "args.amount % 2 == 0",
    `args.amount > ${"1".repeat(3000)}`,
  ];
  for (const expression of faulty)
    expect([expression, needsApproval(when(expression), { amount: 1, text: "false" })]).toEqual([expression, true]);
  expect(needsApproval(when("agent.id == tool.name"), { amount: 1 })).toBe(true);
  expect(needsApproval({ approval: "sometimes" as never, approvalWhen: "false" }, {})).toBe(true);
  expect(needsApproval({ approval: "required", approvalWhen: "false" }, {})).toBe(true);
  expect(needsApproval(when("false"), {})).toBe(false);
});

test("a faulty expression is refused with its place", () => {
  expect(findExpressionFault("args.amount > 100")).toBeUndefined();
  expect(findExpressionFault("args.amount >")).toMatchObject({ start: 13, end: 13 });
  expect(findExpressionFault("foo > 1")).toMatchObject({ start: 0, end: 3, message: "Unknown variable: foo" });
  expect(findExpressionFault('"yes"')?.message).toMatch(/true or false/);
  expect(findExpressionFault("x".repeat(2001))?.message).toMatch(/longer/);
  expect(findExpressionFault(`${"(".repeat(500)}true${")".repeat(500)}`)).toBeDefined();
});

test("what a group says wins over the tool, and asking wins over not asking", () => {
  const tool = {
    name: "pay",
    source: "server",
    approval: "required" as const,
    groupNames: ["default", "direct", "propose"],
    requiredIn: ["propose"],
    neverIn: ["direct"],
  };
  const asks = (groups: string[], own: "required" | "never" | "when" = "required") =>
    approvalFor({ ...tool, approval: own }, groups);
  expect([asks(["default"]), asks(["direct"]), asks(["default", "direct"]), asks(["propose", "direct"])]).toEqual([
    "required",
    "never",
    "never",
    "required",
  ]);
  expect(asks(["default"], "when")).toBe("when");
  expect(approvalFor({ ...tool, groupNames: ["default"] }, ["direct"])).toBe("required");
});

test("G45 no setting of a tool or a group lets a question pass without a person; a tool of that name elsewhere is no question", () => {
  const groups = { groupNames: ["default", "direct"], requiredIn: [], neverIn: ["direct"] };
  for (const approval of ["never", "when", "required"] as const) {
    const asked = { ...groups, name: "ask_person", source: "server", approval };
    expect([approvalFor(asked, ["default"]), approvalFor(asked, ["direct"])]).toEqual(["required", "required"]);
    expect(approvalFor({ ...asked, source: "key-1" }, ["direct"])).toBe("never");
    expect(approvalFor({ ...asked, name: "ask_people" }, ["direct"])).toBe("never");
  }
});
