import { fc, runs } from "../../../../test/support/property.ts";
import { expect, test } from "vitest";
import type { TextEdit } from "@countersign/protocol";
import { applyEdits, wasEdited } from "../../src/tools/connectors/files/edit-text.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 4 });
const edits = fc.array(fc.record({ oldText: word.filter((text) => text !== ""), newText: word }), {
  minLength: 1,
  maxLength: 3,
});
const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 30 });

const edited = (before: string, list: readonly TextEdit[]): string | undefined => {
  try {
    return applyEdits(before, list);
  } catch {
    return undefined;
  }
};

test("edits that were made are always recognised", () => {
  fc.assert(
    fc.property(text, edits, (before, list) => {
      const after = edited(before, list);
      fc.pre(after !== undefined);
      expect(wasEdited(after, list, (candidate) => candidate === before)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

test("no other text is taken for the edited one", () => {
  fc.assert(
    fc.property(text, edits, text, (before, list, other) => {
      fc.pre(edited(before, list) !== other);
      expect(wasEdited(other, list, (candidate) => candidate === before)).toBe(false);
    }),
    { numRuns: runs(2000) },
  );
});

test("a search that would take too long is given up", () => {
  expect(wasEdited("ab".repeat(200_000), [{ oldText: "c", newText: "" }], () => false)).toBeUndefined();
});
