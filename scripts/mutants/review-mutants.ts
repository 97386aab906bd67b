import type { Mutant } from "./mutants.ts";

const PARTS = "packages/inbox/src/ui/review-parts.ts";
const REVIEW_PARTS = "packages/inbox/test/review-parts.unit.test.ts";
const RESULT_TEXT = "packages/inbox/src/features/action/edit/result-text.ts";
const RESULT_TEXT_TEST = "packages/inbox/test/result-text.unit.test.ts";

/** Guards of what a person sees when approving. */
export const REVIEW_MUTANTS: readonly Mutant[] = [
  {
    name: "review: a part that says nothing is not drawn",
    file: PARTS,
    find: "if (missing !== undefined)",
    replace: "if (missing === null)",
    test: REVIEW_PARTS,
    only: "G24 an action is drawn",
  },
  {
    name: "review: drawn of an earlier state does not count",
    file: PARTS,
    find: "one.part === part && one.of === of",
    replace: "one.part === part",
    test: REVIEW_PARTS,
    only: "G24 an action is drawn",
  },
  {
    name: "review: a part that cannot be drawn blocks",
    file: PARTS,
    find: "if (fault !== undefined)",
    replace: "if (fault === null)",
    test: REVIEW_PARTS,
    only: "G24 an action is drawn",
  },
  {
    name: "review: the changes are a part of the verdict",
    file: "packages/inbox/src/ui/action-parts.ts",
    find: "...(hasChanges(action) ? [partNames().changes] : []),",
    replace: "",
    test: REVIEW_PARTS,
    only: "G24 a verdict rests",
  },
  {
    name: "review: high risk is not approved in a frame",
    file: "packages/server/src/engine/decisions/decisions.ts",
    find: "const elsewhere = refusePlace(placeOf(channel), placedOf(row));",
    replace: "const elsewhere = undefined;",
    test: "packages/server/test/engine/guards.int.test.ts",
    only: "as one of many",
  },
  {
    name: "review: the table of places",
    file: "packages/protocol/src/decision-places.ts",
    find: 'frame: { name: "a frame in another page", maxRisk: 3',
    replace: 'frame: { name: "a frame in another page", maxRisk: 4',
    test: "packages/protocol/test/decision-places.unit.test.ts",
    only: "G24 every place",
  },
  {
    name: "review: a place that draws waits for it",
    file: "packages/protocol/src/decision-places.ts",
    find: "isDrawn || !DECISION_PLACES",
    replace: "role !== undefined || !DECISION_PLACES",
    test: "packages/protocol/test/decision-places.unit.test.ts",
    only: "G24 every place",
  },
  {
    name: "review: a row that leaves a change out is not whole",
    file: "packages/inbox/src/ui/short-changes.ts",
    find: "isWhole: lines.length === all.length && ",
    replace: "isWhole: ",
    test: "packages/inbox/test/short-changes.unit.test.ts",
    only: "G24 a row of many",
  },
  {
    name: "review: a preview that says more is opened first",
    file: "packages/inbox/src/ui/short-changes.ts",
    find: " && previewOf(action) === null",
    replace: "",
    test: "packages/inbox/test/short-changes.unit.test.ts",
    only: "G24 a row of many",
  },
  {
    name: "review: a file that a person wrote is what the preview shows",
    file: RESULT_TEXT,
    find: "expected === null || contentOf(proposed) === expected",
    replace: "expected === null || contentOf(proposed) !== null",
    test: RESULT_TEXT_TEST,
    only: "a preview is the file that was written",
  },
  {
    name: "review: only the complete file is edited as the result",
    file: RESULT_TEXT,
    find: "if (!edited.ok || edited.text !== after)",
    replace: "if (!edited.ok)",
    test: RESULT_TEXT_TEST,
    only: "what a text field cannot hold",
  },
  {
    name: "review: an old text is in the file only once",
    file: "packages/inbox/src/features/action/edit/edits-between.ts",
    find: "text.indexOf(part) === start && !text.includes(part, start + 1)",
    replace: "text.includes(part)",
    test: RESULT_TEXT_TEST,
    only: "the edits, applied in order",
  },
];
