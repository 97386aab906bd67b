import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const CHECKS = "packages/server/test/engine/checks.int.test.ts";
const ENDLESS = "packages/server/test/review/endless-schema.unit.test.ts";
const URGENT = "packages/server/test/http/urgent.int.test.ts";
const LANE = "packages/server/test/engine/urgent.pg.test.ts";
const SIGN_IN = "packages/server/test/identity/sign-in.pg.test.ts";

/** What keeps one caller from holding up others. */
export const LOAD_MUTANTS: readonly Mutant[] = [
  {
    name: "load: a killed check of an input is a no",
    file: source("engine/checks"),
    find: 'if (said.refused === "slow") return ok(whenSlow);',
    replace: 'if (said.refused === "slow") return ok([] as never);',
    test: CHECKS,
    only: "G6 a check that takes too long",
  },
  {
    name: "load: a killed expression asks a person",
    file: source("engine/checks"),
    find: 'check(by, "needsApproval", { tool, input, agent }, true)',
    replace: 'check(by, "needsApproval", { tool, input, agent }, false)',
    test: CHECKS,
    only: "G6 an expression",
  },
  {
    name: "load: one check of a caller at a time",
    file: source("engine/check-pool"),
    find: "!isRunning && waiting.length > 0",
    replace: "waiting.length > 0",
    test: CHECKS,
    only: "G30 one caller",
  },
  {
    name: "load: few checks of a caller wait",
    file: source("engine/check-pool"),
    find: "queue.waiting.length >= MAX_WAITING_PER_CALLER",
    replace: "false",
    test: CHECKS,
    only: "G30 one caller",
  },
  {
    name: "load: large inputs leave the main thread",
    file: source("engine/check-jobs"),
    find: "isQuickSchema(schemaText) && isSmall(input)",
    replace: "isQuickSchema(schemaText)",
    test: CHECKS,
    only: "G30 whatever may take long",
  },
  {
    name: "load: patterns leave the main thread",
    file: source("engine/check-jobs"),
    find: "isQuickSchema(schemaText) && isSmall(input)",
    replace: "isSmall(input)",
    test: CHECKS,
    only: "G30 whatever may take long",
  },
  {
    name: "load: a credential has a number of requests",
    file: source("http/request-limits"),
    find: "if (tokens >= cost) return undefined;",
    replace: "if (tokens >= cost || true) return undefined;",
    test: "packages/server/test/http/request-limits.unit.test.ts",
    only: "G30 a credential",
  },
  {
    name: "load: a stop and a rejection are not counted",
    file: source("http/mount-routes"),
    find: "first.value && !route.urgent && parts",
    replace: "first.value && parts",
    test: URGENT,
    only: "G30 G6 a stop",
  },
  {
    name: "load: requests are counted",
    file: source("http/mount-routes"),
    find: "if (limited) return limited;",
    replace: "",
    test: URGENT,
    only: "G30 G6 a stop",
  },
  {
    name: "load: a rejection has a connection of its own",
    file: source("engine/decisions"),
    find: 'verdict === "reject" ? deps.urgent : deps.gathered',
    replace: "deps.gathered",
    test: LANE,
    only: "G30 a stop",
  },
  {
    name: "load: a stop has a connection of its own",
    file: source("engine/emergency"),
    find: "const { urgent: kysely } = database;",
    replace: "const { kysely } = database;",
    test: LANE,
    only: "G30 a stop",
  },
  {
    name: "load: a credential has a number of streams",
    file: source("engine/open-streams"),
    find: "count >= maxPerCredential",
    replace: "false",
    test: "packages/server/test/http/live-events.int.test.ts",
    only: "G30 a credential",
  },
  {
    name: "load: only trusted proxies say where a client is",
    file: source("http/client-address"),
    find: "while (trusted.check(address, familyOf(address)))",
    replace: "while (true)",
    test: "packages/server/test/http/client-address.unit.test.ts",
    only: "G30 from",
  },
  {
    name: "load: failures of an account at an address are limited",
    file: source("identity/sign-in-attempts"),
    find: "return count > max ?",
    replace: "return false ?",
    test: SIGN_IN,
    only: "G30 failures",
  },
  {
    name: "load: successes to sign in do not count",
    file: source("identity/handle-sign-in"),
    find: "if (!hasFailed) await begun?.value.succeeded();",
    replace: "",
    test: SIGN_IN,
    only: "G30 failures",
  },
  {
    name: "load: an endless schema is refused",
    file: source("core/endless-reference"),
    find: "if (path.has(place.schema)) return place.pointer;",
    replace: "if (path.has(place.schema)) return undefined;",
    test: ENDLESS,
    only: "G30 a schema",
  },
];
