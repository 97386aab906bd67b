import type { Mutant } from "./mutants.ts";

const INBOX = "packages/inbox/src/features/admin/agents/client-config.ts";

/** What an agent is given, and what settings start. */
export const KEY_MUTANTS: readonly Mutant[] = [
  {
    name: "keys: client settings start a command found by name",
    file: INBOX,
    find: "            command,\n            args: [...args, ",
    replace: '            command: "countersign",\n            args: [...args.slice(9), ',
    test: "packages/inbox/test/admin.unit.test.ts",
    only: "G25 settings for clients",
  },
];
