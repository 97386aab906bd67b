import type { AttackArea } from "./attack.ts";
import { CALLERS_ATTACKS } from "./callers-attacks.ts";
import { FAULTS_ATTACKS } from "./faults-attacks.ts";
import { GATEWAY_ATTACKS } from "./gateway-attacks.ts";
import { LOAD_ATTACKS } from "./load-attacks.ts";
import { NEIGHBOURS_ATTACKS } from "./neighbours-attacks.ts";
import { REVIEWER_ATTACKS } from "./reviewer-attacks.ts";

export const AREAS: readonly AttackArea[] = [
  REVIEWER_ATTACKS,
  CALLERS_ATTACKS,
  GATEWAY_ATTACKS,
  LOAD_ATTACKS,
  FAULTS_ATTACKS,
  NEIGHBOURS_ATTACKS,
];

/** Suites in which every test is an attack, listed test by test. Folders end with a slash. */
export const HOSTILE_SUITES: readonly string[] = [
  "packages/server/test/hostile/",
  "packages/server/test/http/naughty-text.int.test.ts",
  "packages/server/test/http/tenants.int.test.ts",
  "packages/server/test/http/private-sessions.int.test.ts",
  "packages/server/test/mcp/no-yes.int.test.ts",
  "packages/server/test/engine/guards.int.test.ts",
  "packages/server/test/engine/races.pg.test.ts",
  "packages/server/test/connectors/secrets.int.test.ts",
  "packages/inbox/e2e/two-people.e2e.ts",
  "packages/inbox/e2e/network.e2e.ts",
  "packages/inbox/e2e/content-payloads.e2e.ts",
];
