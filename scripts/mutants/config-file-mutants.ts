import type { Mutant } from "./mutants.ts";

const FILE = "packages/server/src/follow-config-file.ts";
const TEST = "packages/server/test/config/follow-config-file.int.test.ts";

/** Guards of a configuration file that changes while the server runs. */
export const CONFIG_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: "configuration file: one that is being written is left alone",
    file: FILE,
    find: `if (!isSettled) return;`,
    replace: `void isSettled;`,
    test: TEST,
    only: "G50 a file that is still being written",
  },
  {
    name: "configuration file: an empty one withdraws nothing",
    file: FILE,
    find: `if (now === undefined || now.text.trim() === "")`,
    replace: `if (now === undefined)`,
    test: TEST,
    only: "G50 a file that is empty",
  },
  {
    name: "configuration file: what could not be applied is tried again",
    file: FILE,
    find: `    await apply(upstreams);
    applied = now;`,
    replace: `    applied = now;
    await apply(upstreams);`,
    test: TEST,
    only: "what could not be applied",
  },
  {
    name: "configuration file: every workspace follows it",
    file: "packages/server/src/tools/upstreams/create-upstreams.ts",
    find: `await follower.applyToAll();`,
    replace: `void follower;`,
    test: "packages/server/test/tools/upstreams/admin.int.test.ts",
    only: "G50 what the file says now",
  },
];
