import type { Mutant } from "./mutants.ts";

const ENGINE = "packages/server/test/engine/described.contract.test.ts";
const SDK = "packages/sdk/test/describe.int.test.ts";
const ANSWER = "packages/protocol/test/preview-answer.unit.test.ts";

/** Guards of proposals whose tool runs in a worker. */
export const DESCRIBED_MUTANTS: readonly Mutant[] = [
  {
    name: "described: target and snapshot in the digest",
    file: "packages/server/src/store/statements/previews.ts",
    find: ", digest = ${answer.digest}",
    replace: "",
    test: ENGINE,
    only: "part of what is approved",
  },
  {
    name: "described: votes on another digest",
    file: "packages/server/src/store/statements/previews.ts",
    find: "else a.vote_round + 1 end",
    replace: "else a.vote_round end",
    test: ENGINE,
    only: "before the worker's answer counts no more",
  },
  {
    name: "described: edits nobody can describe",
    file: "packages/server/src/engine/decisions/edit-action.ts",
    find: "if (!livesInServer(row.source) && row.target !== null) {",
    replace: "if (false) {",
    test: ENGINE,
    only: "edits of what only its worker can describe",
  },
  {
    name: "described: what was refused before anybody approved it is not run again",
    file: "packages/server/src/engine/decisions/settlements.ts",
    find: 'if (code === "invalid" && row.attempts.length === 0) {',
    replace: "if (false) {",
    test: ENGINE,
    only: "nobody can run it",
  },
  {
    name: "described: the worker compares what was approved",
    file: "packages/sdk/src/execution.ts",
    find: "if (snapshot !== null && (now.target !== target || now.snapshot !== snapshot))",
    replace: "if (snapshot === undefined)",
    test: SDK,
    only: "nothing runs, and it fails as stale",
  },
  {
    name: "described: what nobody saw described",
    file: "packages/sdk/src/execution.ts",
    find: 'if (snapshot === null && resolvedBy?.kind === "user")',
    replace: "if (snapshot === undefined)",
    test: SDK,
    only: "nothing runs, and it fails as stale",
  },
  {
    name: "described: targets that are the server's own",
    file: "packages/protocol/src/preview-answer.ts",
    find: "(target) => !OURS.includes(",
    replace: "(target) => OURS.length > 99 || !([] as string[]).includes(",
    test: ANSWER,
    only: "could be taken for one of content",
  },
];
