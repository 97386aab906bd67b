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
    message: expect.stringContaining("propose again") as string,
  });
  expect(asked).not.toHaveProperty("supersededBy");
  const replaced = outcomeOf({ ...action, supersededBy: "a-2" });
  expect(replaced).toMatchObject({ status: "refined", supersededBy: "a-2" });
  expect(replaced.message).not.toContain("propose again");
});
