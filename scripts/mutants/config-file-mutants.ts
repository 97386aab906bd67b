import type { Mutant } from "./mutants.ts";

const FILE = "packages/server/src/follow-config-file.ts";
const TEST = "packages/server/test/config/follow-config-file.int.test.ts";

const PLAN = "packages/server/src/client-import/read-entry.ts";
const VARIABLES = "packages/server/src/client-import/client-variables.ts";
const FILES = "packages/server/src/client-import/settings-files.ts";
const REGISTERED = "packages/server/test/client-import/register-command.int.test.ts";
const IMPORT = "packages/server/src/client-import/import-client.ts";
const PLANNED = "packages/server/test/client-import/plan-import.unit.test.ts";
const IN_INBOX = "packages/server/test/client-import/server-imports.int.test.ts";
const IMPORTED = "packages/server/test/client-import/import-client.int.test.ts";

/** Guards of a configuration file that changes while the server runs, and of what is imported into it. */
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
    find: `if (now === undefined || isBlank(now.text))`,
    replace: `if (now === undefined || now.text.trim() === "")`,
    test: TEST,
    only: "G50 a file that is full of comments",
  },
  {
    name: "configuration file: what could not be applied is tried again",
    file: FILE,
    find: `    isInForce = false;
    await apply(config);
    applied = now;
    isInForce = true;`,
    replace: `    applied = now;
    await apply(config);`,
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
  {
    name: "import: a server whose values are not in the file stays with the client",
    file: PLAN,
    find: `if (why !== undefined) return { why };`,
    replace: ``,
    test: PLANNED,
    only: "G51 what cannot be taken over whole",
  },
  {
    name: "wrap: programs that register at once lose no entry",
    file: FILES,
    find: `!(await tryLock(lock, own)); await`,
    replace: `!(await tryLock(lock, own).then(() => true)); await`,
    test: REGISTERED,
    only: "G54 programs that register at once",
  },
  {
    name: "wrap: an entry is found by its folder and variables too",
    file: "packages/server/src/client-import/register-command.ts",
    find: `(named === undefined || name === named) && isSameServer(entry, upstream)`,
    replace: `(named === undefined || name === named) && isSameServer({ ...upstream, ...(entry as object), cwd: upstream["cwd"] }, upstream)`,
    test: REGISTERED,
    only: "G54 the same command finds its entry",
  },
  {
    name: "wrap: words are no references",
    file: PLAN,
    find: `args.map(asLiteral)`,
    replace: `args`,
    test: REGISTERED,
    only: "G54 hostile words",
  },
  {
    name: "import: the folder of a project only where the file's place says it",
    file: VARIABLES,
    find: `!(basename(folder) === ".cursor" && project === homedir())`,
    replace: `project !== ""`,
    test: PLANNED,
    only: "G51 variables whose values are not certain",
  },
  {
    name: "import: a folder's name is no reference",
    file: VARIABLES,
    find: 'text.replaceAll("${", () => "$${")',
    replace: "text",
    test: PLANNED,
    only: "G51 a folder whose name looks like a reference",
  },
  {
    name: "import: secrets of commands are not shown",
    file: PLAN,
    find: "shown: `${maskArguments([command, ...args])}",
    replace: "shown: `${[command, ...args].join(' ')}",
    test: PLANNED,
    only: "G51 what is shown of a server",
  },
  {
    name: "import: a file that changed meanwhile is not written",
    file: IMPORT,
    find: `await refuseChanged(configFile, config);`,
    replace: `void config;`,
    test: IMPORTED,
    only: "G51 a file that somebody changed",
  },
  {
    name: "import in the inbox: the password is the person's own",
    file: "packages/server/src/http/routes/upstreams.ts",
    find: `confirmed.ok ? imports.write(principal, body) : confirmed`,
    replace: `imports.write(principal, body)`,
    test: IN_INBOX,
    only: "G51 without the person's own password",
  },
  {
    name: "import in the inbox: only from the server's own machine",
    file: "packages/server/src/http/guard-request.ts",
    find: `fromLoopback && isLoopbackHost(hostOf(request))`,
    replace: `fromLoopback && isLoopbackHost(hostOf(request)) !== null`,
    test: IN_INBOX,
    only: "G51 a token, another machine",
  },
  {
    name: "import in the inbox: no token imports",
    file: "packages/server/src/http/routes/upstreams.ts",
    find: `needsSignIn: true,`,
    replace: ``,
    test: IN_INBOX,
    only: "G51 a token, another machine",
  },
  {
    name: "import in the inbox: who named a command is on the log",
    file: "packages/server/src/server-imports.ts",
    find: `await appendAuditEvent(transaction, {`,
    replace: `void ({`,
    test: IN_INBOX,
    only: "G51 with the password the command runs",
  },
  {
    name: "import in the inbox: permissions do not pass to another server",
    file: "packages/server/src/client-import/plan-import.ts",
    find: `const KEPT = [`,
    replace: `const KEPT = ["tools", `,
    test: IN_INBOX,
    only: "G51 an entry of another workspace",
  },
  {
    name: "import in the inbox: not where others reach the server",
    file: "packages/server/src/config.ts",
    find: ` && isLoopback(host) && `,
    replace: ` && `,
    test: IN_INBOX,
    only: "G51 the inbox imports nothing unless",
  },
  {
    name: "import: nothing is written before somebody said yes",
    file: "packages/server/src/cli/commands/import.ts",
    find: `await confirm(flags, terminal);`,
    replace: `void confirm;`,
    test: IMPORTED,
    only: "nothing is written before a person says yes",
  },
  {
    name: "import: what only pretends to be this Countersign is replaced",
    file: "packages/server/src/client-import/own-entry.ts",
    find: `args[0] === own.program && `,
    replace: ``,
    test: PLANNED,
    only: "G51 what only pretends",
  },
  {
    name: "import: a Countersign that is switched off does not count",
    file: "packages/server/src/client-import/plan-import.ts",
    find: `isOff(entry) ? undefined : kindOfOwn(entry, options.own)`,
    replace: `kindOfOwn(entry, options.own)`,
    test: PLANNED,
    only: "G51 another Countersign",
  },
  {
    name: "import: the copy is not beside the client's file",
    file: IMPORT,
    find: `keepCopy(join(resolve(options.dataFolder), "imported"), `,
    replace: `keepCopy(dirname(path), `,
    test: IMPORTED,
    only: "G51 the copy of the former settings",
  },
];
