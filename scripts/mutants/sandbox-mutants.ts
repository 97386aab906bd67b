import { findBubblewrap } from "../../packages/server/src/tools/upstreams/find-bubblewrap.ts";
import type { Mutant } from "./mutants.ts";

const ARGUMENTS = "packages/server/src/tools/upstreams/bubblewrap-arguments.ts";
const SANDBOX = "packages/server/src/tools/upstreams/command-sandbox.ts";
const WIRE = "packages/server/src/tools/upstreams/stdio-wire.ts";
const OPEN = "packages/server/src/open-sandbox.ts";
const CONFINED = "packages/server/test/tools/upstreams/sandbox.int.test.ts";
const STARTED = "packages/server/test/config/open-sandbox.int.test.ts";
const ORDER = "packages/server/test/tools/upstreams/bubblewrap-arguments.unit.test.ts";
const CONFIGURED = "packages/server/test/config/config-file.unit.test.ts";

/** Guards whose tests run commands in a real sandbox. */
const CONFINED_MUTANTS: readonly Mutant[] = [
  {
    name: "sandbox: sign-ins that come later are covered",
    file: SANDBOX,
    find: `hidden.folders.forEach(make);`,
    replace: `void make;`,
    test: CONFINED,
    only: "G57 a sign-in that comes",
  },
  {
    name: "sandbox: the data folder is covered",
    file: SANDBOX,
    find: `...cover(dataFolder, false, (name) => !isOwn(name)),`,
    replace: `...cover(dataFolder, false, (name) => !isOwn(name)).slice(1),`,
    test: CONFINED,
    only: "G57 a command sees neither",
  },
  {
    name: "sandbox: the sign-ins are covered",
    file: OPEN,
    find: `folders: [signInFolder],`,
    replace: `folders: [signInFolder].slice(1),`,
    test: CONFINED,
    only: "G57 a command sees neither",
  },
  {
    name: "sandbox: the settings are masked",
    file: OPEN,
    find: `files: configFilePlaces(configFile, dataFolder),`,
    replace: `files: configFilePlaces(configFile, dataFolder).slice(2),`,
    test: CONFINED,
    only: "G57 a command sees neither",
  },
  {
    name: "sandbox: the server's own files are not shown",
    file: OPEN,
    find: `isOwn: isOwnName,`,
    replace: `isOwn: (name) => !isOwnName(name) && false,`,
    test: CONFINED,
    only: "G57 what the command line names",
  },
  {
    name: "sandbox: processes of its own",
    file: ARGUMENTS,
    find: `["--unshare-pid"],`,
    replace: ``,
    test: CONFINED,
    only: "G57 a command neither sees",
  },
  {
    name: "sandbox: what is covered is read-only",
    file: ARGUMENTS,
    find: `(isScratch ? [] : [["--remount-ro", path]])`,
    replace: `(isScratch ? [["--remount-ro", path]] : [])`,
    test: CONFINED,
    only: "G57 a command sees neither",
  },
  {
    name: "sandbox: read-only files",
    file: ARGUMENTS,
    find: `[isReadOnly ? "--ro-bind" : "--bind", "/", "/"],`,
    replace: `["--bind", "/", "/"],`,
    test: CONFINED,
    only: "G57 read-only files",
  },
  {
    name: "sandbox: no network",
    file: ARGUMENTS,
    find: `...(hasNetwork ? [] : [["--unshare-net"]]),`,
    replace: `...(hasNetwork ? [["--unshare-uts"]] : []),`,
    test: CONFINED,
    only: "G57 without network",
  },
  {
    name: "sandbox: the program is asked to end",
    file: WIRE,
    find: `killGroup(child, groupOfProgram(), "SIGTERM")`,
    replace: `killGroup(child, groupId, "SIGTERM")`,
    test: CONFINED,
    only: "is asked to end before",
  },
];

const OTHER_MUTANTS: readonly Mutant[] = [
  {
    name: "sandbox: no capabilities",
    file: ARGUMENTS,
    find: `["--cap-drop", "ALL"],`,
    replace: ``,
    test: ORDER,
    only: "G57 every command",
  },
  {
    name: "sandbox: settings of the kernel stay",
    file: ARGUMENTS,
    find: `["--ro-bind", "/proc/sys", "/proc/sys"],`,
    replace: ``,
    test: ORDER,
    only: "G57 every command",
  },
  {
    name: "sandbox: what may be changed is covered by what is hidden",
    file: ARGUMENTS,
    find: `    ...writable.map((path) => ["--bind", path, path]),
    // After \`writable\`: the machine's own devices and processes never appear.
    ["--dev", "/dev"],
    ["--proc", "/proc"],`,
    replace: `    ["--dev", "/dev"],
    ["--proc", "/proc"],
    ...writable.map((path) => ["--bind", path, path]),`,
    test: ORDER,
    only: "G57 read-only files",
  },
  {
    name: "sandbox: one that is required is",
    file: SANDBOX,
    find: `if (sandbox.mode === "required") throw`,
    replace: `if (sandbox.mode === "off") throw`,
    test: CONFINED,
    only: "G57 without a sandbox",
  },
  {
    name: "sandbox: a container is none",
    file: SANDBOX,
    find: `return CONTAINER_CLIENTS.has(basename(command)) ? "container" : found.status;`,
    replace: `return found.status;`,
    test: CONFINED,
    only: "G57 a sandbox that is switched off",
  },
  {
    name: "sandbox: a lack of it is said",
    file: OPEN,
    find: `if (upstreams.length > 0 && sandbox.lack !== undefined)`,
    replace: `if (upstreams.length > 1000 && sandbox.lack !== undefined)`,
    test: STARTED,
    only: "G57 a start says once",
  },
  {
    name: "sandbox: bubblewrap is tried",
    file: "packages/server/src/tools/upstreams/find-bubblewrap.ts",
    find: `if (code === 0) return resolve(undefined);`,
    replace: `if (code !== null) return resolve(undefined);`,
    test: STARTED,
    only: "G57 bubblewrap is tried once",
  },
  {
    name: "sandbox: a restriction requires one",
    file: "packages/server/src/config-file-schema.ts",
    find: `if (mode !== "required" && isStricter)`,
    replace: `if (mode === "off" && isStricter)`,
    test: CONFIGURED,
    only: "G57 a sandbox that would not be kept",
  },
];

const { status } = await findBubblewrap(process.env);

/** Guards of the sandbox of commands: those that this machine can test. */
export const SANDBOX_MUTANTS: readonly Mutant[] = status === "active" ? [...CONFINED_MUTANTS, ...OTHER_MUTANTS] : OTHER_MUTANTS;
