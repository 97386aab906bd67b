import { expect, test } from "vitest";
import { readPosition, watchVerification } from "../../src/cli/audit-progress.ts";

const position = { workspaceId: "wks_1", seq: 12, hash: "ab".repeat(32), actionId: "0199/x" };
const quiet = {
  write() {},
  writeError() {},
  interactive: false,
  ask: async () => "",
  colour: false,
  askSecret: () => Promise.resolve(""),
  columns: null,
};

test("a verification that ends early says where to go on, and that is read back", () => {
  const watched = watchVerification(quiet);
  try {
    expect(watched.howToGoOn()).toBeUndefined();
    watched.onProgress({ position, step: "events", done: 12, of: 99, faults: [] });
    expect(readPosition(watched.howToGoOn()!.split("--from ")[1]!)).toEqual(position);
    process.emit("SIGINT");
    expect(() => watched.onProgress({ position, step: "events", done: 13, of: 99, faults: [] })).toThrow(
      "Interrupted after 13 of 99",
    );
  } finally {
    watched.end();
  }
});

test("a position that no verification printed is refused", () => {
  for (const text of ["", "wks_1", `wks_1/0/${"ab".repeat(32)}/`, `wks_1/x/${"ab".repeat(32)}/`, "a/1/zz/b"])
    expect(() => readPosition(text)).toThrow("--from takes the position");
});
