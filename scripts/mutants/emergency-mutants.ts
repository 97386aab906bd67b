import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const EMERGENCY = "packages/server/test/engine/emergency.contract.test.ts";

/** Guards of the emergency stop. */
export const EMERGENCY_MUTANTS: readonly Mutant[] = [
  {
    name: "emergency: no claim",
    file: source("store/statements/claim-actions"),
    find: 'when ${isStopped("a")} then ${STOPPED}',
    replace: "",
    test: EMERGENCY,
    only: "asks nobody",
  },
  {
    name: "emergency: no approval",
    file: source("store/statements/transition-action"),
    find: 'and (m."to" <> \'approved\' or not ${isStopped("a")})',
    replace: "",
    test: EMERGENCY,
    only: "nothing can be approved",
  },
  {
    name: "emergency: no call handed on",
    file: source("store/statements/gateway-tools"),
    find: ' and not ${isStopped("t")}',
    replace: "",
    test: EMERGENCY,
    only: "handed on",
  },
  {
    name: "emergency: no longer lease",
    file: source("store/statements/finish-execution"),
    find: ' and not ${isStopped("a")}',
    replace: "",
    test: EMERGENCY,
    only: "a worker gets no claim",
  },
  {
    name: "emergency: what is approved ends",
    file: source("engine/policy/emergency"),
    find: "await withdrawApproved(kysely, workspaceId);",
    replace: "",
    test: EMERGENCY,
    only: "ends without having run",
  },
  {
    name: "emergency: other processes look",
    file: source("engine/execution/executor"),
    find: "setInterval(look, POLL_MS),",
    replace: "",
    test: EMERGENCY,
    only: "another process",
  },
  {
    name: "emergency: an administrator lifts it",
    file: source("engine/policy/emergency"),
    find: 'if (!hasRole(by, "admin"))',
    replace: 'if (!hasRole(by, "approver"))',
    test: EMERGENCY,
    only: "only an administrator",
  },
];
