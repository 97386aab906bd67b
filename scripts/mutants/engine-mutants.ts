import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const engineTest = (name: string): string => `packages/server/test/engine/${name}.test.ts`;

const GUARDS = engineTest("guards.int");
const ENGINE = engineTest("engine.contract");
const LEASES = engineTest("leases.contract");
const WORKER = engineTest("worker.contract");
const BATCHED = engineTest("batched.contract");

const MOVE = source("store/statements/transition-action");
const CLAIM = source("store/statements/claim-actions");
const FINISH = source("store/statements/finish-execution");
const CONTEXT = source("store/statements/find-propose-context");
const SWEEP = source("store/statements/sweep-actions");

/** Guards of the engine: the audit log, transitions, claims and workers. */
export const ENGINE_MUTANTS: readonly Mutant[] = [
  {
    name: "audit: the other columns of an action are compared with its last event",
    file: source("store/statements/audit-evidence"),
    find: `case when last.data ? 'evidenceHash' then ' else ' || ${"${evidenceHash}"} else '' end as stored`,
    replace: `case when last.data ? 'evidenceHash' then ' else ' || (last.data ->> 'evidenceHash') else '' end as stored`,
    test: "packages/server/test/review/forgeries.contract.test.ts",
    only: "G12 each column of an action",
  },
  {
    name: "audit: a decision that its event does not name is named",
    file: source("store/statements/audit-evidence"),
    find: " and said.data ->> 'decisionHash' = made.hash)",
    replace: ")",
    test: "packages/server/test/review/forgeries.contract.test.ts",
    only: "G12 inputs, edits and decisions",
  },
  // A status change always changes the version too, so each of these two guards has a test in which the other one passes.
  {
    name: "status guard",
    file: MOVE,
    find: `array_position(m."from", a.status) is not null and `,
    replace: "",
    test: GUARDS,
    only: "from a status",
  },
  {
    name: "version guard",
    file: MOVE,
    find: ` and a.version = m."seenVersion"`,
    replace: "",
    test: GUARDS,
    only: "over the version",
  },
  {
    name: "expiry guard",
    file: MOVE,
    find: "and (a.status <> 'pending' or a.expires_at is null or a.expires_at > now())",
    replace: "",
    test: GUARDS,
    only: "after its lifetime",
  },

  // After this check the statement checks the role again and refuses with the same code, so this check has a unit test.
  {
    name: "role check of a decision",
    file: source("core/decide"),
    find: "if (!mayDecide(by)) return refuse",
    replace: "if (false) return refuse",
    test: GUARDS,
    only: "nobody what they proposed",
  },
  {
    name: "proposer decides",
    file: source("core/decide"),
    find: "action.proposedBy.id === by.id",
    replace: "false",
    test: GUARDS,
    only: "nobody what they proposed",
  },
  {
    name: "digest compare of a decision",
    file: source("core/decide"),
    find: "!isShown(decision.digest, action, decision)",
    replace: "false",
    test: ENGINE,
    only: "decision on another digest",
  },
  {
    name: "roles of other than people",
    file: source("core/principal"),
    find: 'principal.kind === "user" && ',
    replace: "",
    test: GUARDS,
    only: "nobody what they proposed",
  },

  {
    name: "digest computed again",
    file: source("engine/execution/claimed"),
    find: "if (digest !== row.digest) return undefined;",
    replace: "",
    test: ENGINE,
    only: "altered behind the gate",
  },
  {
    name: "claim used up",
    file: source("engine/registry"),
    find: "      redeemClaim(claimed);\n",
    replace: "",
    test: GUARDS,
    only: "reaches its handler once",
  },
  {
    name: "reads by claim only",
    file: source("engine/registry"),
    find: "if (!isReadOnly(name)) throw",
    replace: "if (false) throw",
    test: GUARDS,
    only: "reaches its handler once",
  },
  {
    name: "target looked at again",
    file: source("engine/execution/run-claimed"),
    find: "await checkTarget(deps, claimed);",
    replace: "{}",
    test: ENGINE,
    only: "target that changed",
  },
  {
    name: "lookup before a second run",
    file: source("engine/execution/run-claimed"),
    find: "earlier?.happened === true",
    replace: "false",
    test: LEASES,
    only: "asked about first",
  },

  {
    name: "worker's own tools in the claim",
    file: CLAIM,
    find: " and a.source = wanted.source and",
    replace: " and",
    test: WORKER,
    only: "worth nothing to another",
  },

  {
    name: "claim fence of a report",
    file: FINISH,
    find: ` and a.claim_id = e."claimId"`,
    replace: "",
    test: WORKER,
    only: "late report",
  },
  {
    name: "late and then cut off is no failure",
    file: source("engine/execution/run-claimed"),
    find: "run.cutOff && deps.isStopped()",
    replace: "run.cutOff && deps.isStopped() && !run.isLate",
    test: engineTest("late-and-cut-off.int"),
    only: "left to its lease",
  },
  {
    name: "lease looked at by a heartbeat",
    file: FINISH,
    find: " and lease_until > now()",
    replace: "",
    test: WORKER,
    only: "heartbeat keeps it",
  },
  {
    name: "lease looked at by recovery",
    file: SWEEP,
    find: " and lease_until < now()",
    replace: "",
    test: LEASES,
    only: "unsafe execution",
  },
  {
    name: "unsafe is not run again",
    file: SWEEP,
    find: "a.effect = 'unsafe' or ",
    replace: "",
    test: LEASES,
    only: "unsafe execution",
  },
  {
    name: "most attempts",
    file: SWEEP,
    find: " or a.attempt >= ${MAX_ATTEMPTS}",
    replace: "",
    test: LEASES,
    only: "five lost attempts",
  },

  {
    name: "protected keys",
    file: source("core/merge-edits"),
    find: "rules.protectedKeys.includes(key)",
    replace: "false",
    test: ENGINE,
    only: "edits run as merged",
  },
  {
    name: "schema of edits",
    file: source("engine/decisions/edit-action"),
    find: "if (faults.length > 0)\n    return refuse",
    replace: "if (false)\n    return refuse",
    test: ENGINE,
    only: "edits run as merged",
  },

  {
    name: "hash of the audit chain",
    file: source("core/audit-chain"),
    find: "if (computed !== record.hash)",
    replace: "if (false)",
    test: GUARDS,
    only: "an event changed",
  },
  {
    name: "high risk approved as one of many",
    file: source("engine/decisions/decisions"),
    find: 'row.status === "pending" ? refusePlace',
    replace: 'row.status === "executed" ? refusePlace',
    test: GUARDS,
    only: "as one of many",
  },
  {
    name: "gap in the audit chain",
    file: source("core/audit-chain"),
    find: "if (record.seq > expected)",
    replace: "if (false)",
    test: GUARDS,
    only: "an event changed",
  },
  {
    name: "rows beside the log",
    file: source("engine/records/verify-audit"),
    find: "return [{ seq, actionId, problem: `the action says",
    replace: "return stored !== null ? [] : [{ seq, actionId, problem: `the action says",
    test: GUARDS,
    only: "an event changed",
  },
  {
    name: "workspace of a shared read",
    file: source("store/statements/read-actions"),
    find: `(select * from action where workspace_id = r."workspaceId" and `,
    replace: "(select * from action where ",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "workspace of a shared lock",
    file: source("store/statements/row"),
    find: "a.workspace_id = one.workspace_id and ",
    replace: "",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "workspace of a shared move",
    file: MOVE,
    find: ` and a.workspace_id = m."workspaceId"`,
    replace: "",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "workspace of a shared ending",
    file: FINISH,
    find: ` and a.workspace_id = e."workspaceId"`,
    replace: "",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "workspace of a tool that calls share",
    file: CONTEXT,
    find: "JSON.stringify([workspaceId, proposedBy, toolName])",
    replace: "JSON.stringify([proposedBy, toolName])",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "agent of a tool that calls share",
    file: CONTEXT,
    find: "JSON.stringify([workspaceId, proposedBy, toolName])",
    replace: "JSON.stringify([workspaceId, toolName])",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "name of a tool that calls share",
    file: CONTEXT,
    find: "JSON.stringify([workspaceId, proposedBy, toolName])",
    replace: "JSON.stringify([workspaceId, proposedBy])",
    test: BATCHED,
    only: "G9",
  },
  {
    name: "calls of a failed statement",
    file: source("engine/proposals/batch-calls"),
    find: "calls.length > 1 && isAboutOne(error)",
    replace: "false",
    test: BATCHED,
    only: "fails alone",
  },
  {
    name: "workspace filter of reads",
    file: source("store/statements/read-actions"),
    find: "a.workspace_id = ${workspaceId} and ",
    replace: "",
    test: ENGINE,
    only: "G9",
  },
];
