import type { Mutant } from "./mutants.ts";

const EXPORT_TESTS = "packages/server/test/http/export-actions.int.test.ts";

/** Guards of the history of actions and of its export. */
export const HISTORY_MUTANTS: readonly Mutant[] = [
  {
    name: "history: an agent exports its own actions only",
    file: "packages/server/src/engine/actions/queries.ts",
    find: `{ ...wanted, ...ownOnly(by) },`,
    replace: `{ ...ownOnly(by), ...wanted },`,
    test: EXPORT_TESTS,
    only: "G9 an export has what the list has",
  },
  {
    name: "history: no cell of an export is a formula",
    file: "packages/server/src/http/actions-csv.ts",
    find: `FORMULA.test(text) ? `,
    replace: `FORMULA.test(text) && text === "" ? `,
    test: EXPORT_TESTS,
    only: "CSV is a file of a spreadsheet",
  },
  {
    name: "history: an export ends only after the last page",
    file: "packages/server/src/http/stream-actions.ts",
    find: `nextCursor === null ? null : await read(nextCursor)`,
    replace: `nextCursor === null || items.length > 0 ? null : await read(nextCursor)`,
    test: EXPORT_TESTS,
    only: "an export follows the filter over many pages",
  },
];
