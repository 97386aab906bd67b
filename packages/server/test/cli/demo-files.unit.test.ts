import { proposeManySchema } from "@countersign/protocol";
import { expect, test } from "vitest";
import { DEMO_FILES, demoBatches } from "../../src/cli/demo-files.ts";

const batches = demoBatches("session");
const items = batches.flatMap((batch) => batch.items);

test("the demo proposes eight changes in two batches, each with caption, mission and session", () => {
  expect(batches).toHaveLength(2);
  expect(items).toHaveLength(8);
  for (const batch of batches) proposeManySchema.parse(batch);
  for (const item of items)
    expect(item).toMatchObject({ caption: expect.any(String), missionId: expect.any(String), sessionId: "session" });
});

test("no two changes touch the same file", () => {
  const paths = items.map(({ toolInput }) => toolInput["path"] ?? toolInput["from"]);
  expect(new Set(paths).size).toBe(8);
});

test("every edit finds its text exactly once in the sample files", () => {
  for (const { toolName, toolInput } of items) {
    if (toolName !== "edit_file") continue;
    const { path, edits } = toolInput as { path: string; edits: { oldText: string }[] };
    const content = DEMO_FILES[path] ?? "";
    for (const { oldText } of edits) expect(content.split(oldText)).toHaveLength(2);
  }
});
