import { expect, test } from "vitest";
import { partsOf } from "../src/ui/action-parts.ts";
import { createReviewParts, findUndrawn } from "../src/ui/review-parts.ts";

const PLAIN = { preview: { title: "Write" }, current: null, proposed: null, userEdits: null };

test("G24 a verdict rests on every part that an action has, and always on the input", () => {
  const table = [
    [PLAIN, ["Full input"]],
    [{ ...PLAIN, proposed: {} }, ["Changes", "Full input"]],
    [{ ...PLAIN, current: {} }, ["Changes", "Full input"]],
    [{ ...PLAIN, preview: { title: "Mail", items: [{ to: "a" }] } }, ["Preview", "Full input"]],
    [{ ...PLAIN, userEdits: { a: 1 } }, ["Edits", "Full input"]],
    [
      { preview: { title: "Mail", more: 1 }, current: 1, proposed: 2, userEdits: {} },
      ["Preview", "Changes", "Edits", "Full input"],
    ],
  ] as const;
  for (const [action, parts] of table) expect([action, partsOf(action as never)]).toEqual([action, parts]);
});

test("G24 an action is drawn when each of its parts says so of this digest, nothing is still loading and nothing failed", () => {
  const parts = createReviewParts();
  const wanted = ["Changes", "Full input"];
  const undrawn = (of = "d1") => findUndrawn(parts.read(), wanted, of);
  expect(undrawn()).toBe("Waiting until everything is shown: Changes");
  parts.report("a", { drawn: { part: "Full input", of: "d1" } });
  expect(undrawn()).toBe("Waiting until everything is shown: Changes");
  // A part drawn for an earlier digest does not count.
  parts.report("b", { drawn: { part: "Changes", of: "d0" } });
  expect(undrawn()).toBe("Waiting until everything is shown: Changes");
  parts.report("b", { drawn: { part: "Changes", of: "d1" } });
  expect(undrawn()).toBeUndefined();
  expect(undrawn("d2")).toBe("Waiting until everything is shown: Changes");
  parts.report("picture", { isDrawing: true });
  expect(undrawn()).toBe("Waiting until everything is shown");
  parts.report("picture", { fault: "a picture" });
  expect(undrawn()).toMatch(/“a picture” could not be displayed/);
  parts.report("picture", null);
  expect(undrawn()).toBeUndefined();
  // A part that leaves the screen no longer counts as drawn.
  parts.report("b", null);
  expect(undrawn()).toBe("Waiting until everything is shown: Changes");
});

test("what nobody opened is counted over all pieces, and the rests among it", () => {
  const parts = createReviewParts();
  let changes = 0;
  const stop = parts.watch(() => (changes += 1));
  parts.report("a", { unopened: 2 });
  parts.report("b", { unopened: 1, rest: 1 });
  expect(parts.read()).toMatchObject({ unopened: 3, rest: 1, isDrawing: false });
  parts.report("a", null);
  stop();
  parts.report("b", null);
  expect([parts.read().unopened, parts.read().rest, changes]).toEqual([0, 0, 3]);
});
