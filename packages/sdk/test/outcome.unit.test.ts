import type { Action } from "@countersign/protocol";
import { expect, test } from "vitest";
import { outcomeOf } from "../src/index.ts";

const action = {
  id: "a-1",
  status: "refined",
  toolName: "pay",
  decisions: [{ comment: "less" }],
  error: null,
  userEdits: null,
  supersededBy: null,
} as unknown as Action;

test("G13 what was sent back asks for another proposal, unless another action took its place already", () => {
  const asked = outcomeOf(action);
  expect(asked).toMatchObject({
    status: "refined",
    feedback: "less",
    message: expect.stringContaining("propose a new version") as string,
  });
  expect(asked).not.toHaveProperty("supersededBy");
  const replaced = outcomeOf({ ...action, supersededBy: "a-2" });
  expect(replaced).toMatchObject({ status: "refined", supersededBy: "a-2" });
  expect(replaced.message).not.toContain("propose a new version");
});

test("G43 an approval for later names its start while that is ahead, and a withdrawn one asks for no other proposal", () => {
  const approved = { ...action, status: "approved", attempts: [] } as Action;
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  expect(outcomeOf({ ...approved, notBefore })).toMatchObject({
    notBefore,
    message: expect.stringContaining("`notBefore`") as string,
  });
  expect(outcomeOf({ ...approved, notBefore: new Date(Date.now() - 1).toISOString() })).not.toHaveProperty("notBefore");
  const error = { code: "withdrawn" as const, message: "Ada withdrew the approval before it ran." };
  const { message } = outcomeOf({ ...approved, status: "failed", error });
  expect(message).toContain("do not propose it again unless");
});

test("G45 a question is told of as one, without the edit by which it was answered", () => {
  const asked = { ...action, isQuestion: true, status: "executed", userEdits: { answer: {} }, effectiveInput: {} } as Action;
  expect(outcomeOf(asked)).toMatchObject({ status: "executed", message: expect.stringContaining("answered") as string });
  expect(outcomeOf(asked)).not.toHaveProperty("effectiveInput");
  expect(outcomeOf({ ...asked, status: "rejected" }).message).toContain("declined");
});
