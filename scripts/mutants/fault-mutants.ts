import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const OWN_FAULTS = "packages/server/test/engine/own-faults.pg.test.ts";
const STARTING = "packages/server/test/http/starting.int.test.ts";
const OUTAGE = "packages/server/test/http/database-outage.pg.test.ts";

/** What keeps a fault of ours from being said to be the call's. */
export const FAULT_MUTANTS: readonly Mutant[] = [
  {
    name: "own fault: not failed",
    file: source("engine/executor"),
    find: "if (isOurs(error)) return leave(row, run, error);",
    replace: "",
    test: OWN_FAULTS,
    only: "gives approved work back.*unsafe",
  },
  {
    name: "own fault: given back",
    file: source("engine/executor"),
    find: "if (isUntouched) unreached.add(run.key);",
    replace: "",
    test: OWN_FAULTS,
    only: "gives approved work back.*unsafe",
  },
  {
    name: "own fault: what has started is not given back",
    file: source("engine/executor"),
    find: "!run.hasStarted || ",
    replace: "true || ",
    test: OWN_FAULTS,
    only: "left to its lease: unsafe",
  },
  {
    name: "own fault: a claim whose answer was lost",
    file: source("engine/executor"),
    find: "      unreached.addRun(run);\n",
    replace: "",
    test: OWN_FAULTS,
    only: "whose answer was lost",
  },
  {
    name: "own fault: a worker's claim",
    file: source("engine/worker-claims"),
    find: "      unreached.addRun(run);\n",
    replace: "",
    test: OWN_FAULTS,
    only: "a worker whose claim",
  },
  {
    name: "own fault: a database's words",
    file: source("engine/executor"),
    find: 'if (isDatabaseFault(error)) return { code: "handler", message: REFUSED_STATEMENT };',
    replace: "",
    test: OWN_FAULTS,
    only: "never reads a database's words",
  },
  {
    name: "outage: 503",
    file: source("core/refuse-fault"),
    find: "if (!isDatabaseUnavailable(error)) return",
    replace: "if (error !== null) return",
    test: OUTAGE,
    only: "at every entrance",
  },
  {
    name: "starting: not ready before it is served",
    file: source("http/serve"),
    find: "if (!ready) return answerStarting(request);",
    replace: "if (!ready) return Response.json({});",
    test: STARTING,
    only: "until everything is served",
  },
  {
    name: "starting: a tool that may still come",
    file: source("engine/prepare-calls"),
    find: "if (context.toolName === null && registry.isLoading(by.workspaceId)) return refused(STILL_LOADING);",
    replace: "",
    test: STARTING,
    only: "still loading",
  },
  {
    name: "starting: a tool that is not at hand",
    file: source("engine/prepare-calls"),
    find: "if (!described.ok && described.isLoading) return refused(STILL_LOADING);",
    replace: "",
    test: STARTING,
    only: "still loading",
  },
  {
    name: "embedded: the urgent go first",
    file: source("store/pglite/turns"),
    find: "this.#waiting.urgent.shift() ?? this.#waiting.request.shift()",
    replace: "this.#waiting.request.shift() ?? this.#waiting.urgent.shift()",
    test: "packages/server/test/store/turns.unit.test.ts",
    only: "goes before what waited longer",
  },
];
