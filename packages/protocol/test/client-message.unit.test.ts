import { expect, test } from "vitest";
import { approvalMessage, MAX_CLIENT_MESSAGE, questionMessage } from "../src/index.ts";

const pay = (promptTemplate: string | null) => ({ name: "pay", promptTemplate });

test("G6 the question at a client has every argument, also where the administrator's words leave them out", () => {
  const input = { amount: 1, to: "Ada" };
  for (const template of [null, "May it pay?", "Pay {args}?", "{toolName}: {args}"]) {
    const message = approvalMessage(pay(template), input);
    expect(message).toContain('"amount": 1');
    expect(message).toContain('"to": "Ada"');
  }
  expect(approvalMessage(pay("Pay?"), input)).toBe('Pay?\n\npay: {\n  "amount": 1,\n  "to": "Ada"\n}');
});

test("arguments are filled in once: a placeholder within them stays", () => {
  expect(approvalMessage(pay("{toolName} {args} {other}"), { path: "{toolName} $&" })).toBe(
    'pay {\n  "path": "{toolName} $&"\n} {other}',
  );
});

test("what cannot be seen is marked, and what is too long is not asked about", () => {
  expect(approvalMessage(pay(null), { to: "Ada\u202Eeve" })).not.toContain("\u202E");
  expect(questionMessage({ question: "Now\u200B?" })).not.toContain("\u200B");
  expect(approvalMessage(pay(null), { text: "x".repeat(MAX_CLIENT_MESSAGE) })).toBeNull();
  expect(approvalMessage(pay(null), { text: "x".repeat(MAX_CLIENT_MESSAGE / 2) })).toHaveLength(
    MAX_CLIENT_MESSAGE / 2 + approvalMessage(pay(null), { text: "" })!.length,
  );
});
