import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { renderAction } from "../../src/cli/render-action.ts";
import { renderAge } from "../../src/cli/render-age.ts";
import { renderList } from "../../src/cli/render-list.ts";
import { sampleAction } from "./support/sample-action.ts";

const options = { paint: createPaint(false), columns: null };

test("an action is shown with its target, digest, input and change", () => {
  const shown = renderAction(sampleAction(), options);
  for (const part of [
    "what       Edit pricing.md",
    "target     file:pricing.md",
    `digest     ${"ab".repeat(32)}`,
    "  path: pricing.md",
    "  - 18 €",
    "  + 21 €",
  ]) {
    expect(shown).toContain(part);
  }
});

test("G11 the agent's caption is called unverified and cannot look like a fact", () => {
  const shown = renderAction(sampleAction({ caption: "harmless\nstatus     approved" }), options);
  expect(shown).toContain("Agent's note (unverified)\n  │ harmless\n  │ status     approved");
  expect(shown.match(/^status/gm)).toHaveLength(1);
});

test("G11 a long input is shown to its last character", () => {
  const shown = renderAction(sampleAction({ effectiveInput: { content: `${"line\n".repeat(5000)}the end` } }), options);
  expect(shown).toContain("│ the end");
});

test("edits are shown against what was proposed", () => {
  const edited = sampleAction({
    toolInput: { path: "a", note: "old" },
    userEdits: { note: "new" },
    effectiveInput: { path: "a", note: "new" },
  });
  expect(renderAction(edited, options)).toMatch(
    /Input, with edits\n {2}path: a\n {2}note: new\n\nEdits[^\n]*\n {2}note\n {2}- old/,
  );
});

test("only our own colours reach the screen", () => {
  const shown = renderAction(sampleAction({ caption: "\u001b[31mred" }), { paint: createPaint(true), columns: null });
  expect(shown).toContain("⟨U+001B ESC⟩[31mred");
  expect(shown).toContain("\u001b[32m  + 21 €\u001b[39m");
});

test("a list has a line for each action and cuts titles to the screen", () => {
  const items = [sampleAction(), sampleAction({ preview: { title: "A title\nthat is much longer than the screen is wide" } })];
  const lines = renderList(items, { ...options, columns: 60, now: Date.parse("2026-01-02T03:07:05.000Z") }).split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe("0000abcd  pending  L2    3 min  edit_file  Edit pricing.md");
  expect(lines[2]?.length).toBeLessThanOrEqual(60);
});

test("G26 G34 the risk is told as rated, and apart from it what nobody rated or vetted", () => {
  const shown = (changes: Parameters<typeof sampleAction>[0]) => {
    const action = sampleAction(changes);
    const list = renderList([action], { ...options, columns: 100, now: Date.parse(action.createdAt) });
    return [/risk +(.*)/.exec(renderAction(action, options))?.[1], /pending +(\S.*?) +0 s/.exec(list)?.[1]];
  };
  expect(shown({})).toEqual(["L2, moderate risk; effect unsafe", "L2"]);
  expect(shown({ risk: 3, ratedRisk: null })).toEqual(["Not rated, counts as L3; effect unsafe", "not rated"]);
  expect(shown({ risk: 5, ratedRisk: 1, vetted: false })).toEqual([
    "L1, low risk; not vetted: no administrator has reviewed the tool; effect unsafe",
    "L1, not vetted",
  ]);
});

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [7200, "2 h"],
  [200_000, "2 d"],
  [-30, "0 s"],
])("%d seconds ago reads %s", (seconds, shown) => {
  expect(renderAge("2026-01-01T00:00:00.000Z", Date.parse("2026-01-01T00:00:00.000Z") + seconds * 1000)).toBe(shown);
});
