import { createAgents } from "./policy/agents.ts";
import { createPendingQuota } from "./proposals/pending-quota.ts";
import { createHeldCalls } from "./proposals/held-calls.ts";
import { createConnectionTools } from "./catalog/connection-tools.ts";
import { createDeclaredTools } from "./catalog/declared-tools.ts";
import { createChanges } from "./changes.ts";
import { createChecks } from "./checks/checks.ts";
import { createDecisions } from "./decisions/decisions.ts";
import { createDelegations } from "./policy/delegations.ts";
import { DEFAULT_SETTINGS, type EngineDeps, type EngineSettings } from "./deps.ts";
import type { Engine } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import { createEmergencyStops } from "./policy/emergency.ts";
import { createAuditLog } from "./records/audit-log.ts";
import { createEvents } from "./records/events.ts";
import { createExecutor } from "./execution/executor.ts";
import { createGateway } from "./policy/gateway-tools.ts";
import { createGroups } from "./policy/groups.ts";
import { createInsights } from "./records/insights.ts";
import { createKeptResults } from "./actions/kept-results.ts";
import { createProposals } from "./proposals/propose.ts";
import { createComments } from "./actions/comments.ts";
import { createQueries } from "./actions/queries.ts";
import { batchStatements } from "./batched-statements.ts";
import { createCheckpoints } from "./decisions/checkpoints.ts";
import { createRefinements } from "./actions/refinements.ts";
import { createRepeats } from "./policy/repeats.ts";
import { createStandingGrants } from "./policy/standing-grants.ts";
import { createStudioTools } from "./catalog/studio-tools.ts";
import type { Registry } from "./registry.ts";
import { createSafety } from "./records/safety.ts";
import { createSavedRecords } from "./records/saved-records.ts";
import { createSavedViews } from "./records/saved-views.ts";
import { createGlassReviews } from "./decisions/glass-reviews.ts";
import { createAssignments } from "./decisions/assignments.ts";
import { createTimeLimits } from "./decisions/time-limits.ts";
import { createSettlements } from "./decisions/settlements.ts";
import { createSweeper } from "./execution/sweeper.ts";
import { createTargets } from "./decisions/targets.ts";
import { createTargetWatcher } from "./execution/target-watcher.ts";
import { createToolAdmin } from "./policy/tool-admin.ts";
import { createTryTool } from "./policy/try-tool.ts";
import { createUnreachedClaims } from "./execution/unreached-claims.ts";
import { createUpstreamTools } from "./catalog/upstream-tools.ts";
import { createWaiting } from "./proposals/wait.ts";
import { createWorkerClaims } from "./execution/worker-claims.ts";
import type { Database } from "../store/database.ts";

export interface RunningEngine extends Engine {
  /** Starts executing approved actions, sweeping, and watching targets. */
  start(): void;
  /** Runs one sweep (lost executions, expired lifetimes, reminders, escalations); returns the number of changed rows. */
  sweep(): Promise<number>;
  /** Checks the targets of pending actions once; returns the number of changes recorded. */
  watchTargets(): Promise<number>;
  /** Stops claiming, waits up to `graceSeconds` (default 10) for running handlers, aborts the rest and releases everything. */
  stop(graceSeconds?: number): Promise<void>;
}

export interface EngineOptions {
  database: Database;
  registry: Registry;
  settings?: Partial<EngineSettings>;
  log?: Log;
  /** Recorded as the executor of what this process runs; `server <pid>` by default. */
  executorName?: string;
}

/** Assembles the engine over one database. */
export function createEngine(options: EngineOptions): RunningEngine {
  const { database, registry } = options;
  const changes = createChanges(database);
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const checks = createChecks(settings);
  const executorName = options.executorName ?? `server ${process.pid}`;
  const urgent = batchStatements(database.urgent);
  const base = {
    database,
    batched: { ...batchStatements(database.kysely), finish: urgent.finish },
    urgent,
    registry,
    settings,
    checks,
    log: options.log ?? ((): void => {}),
    unreached: createUnreachedClaims({
      database,
      by: { kind: "system", id: "executor", name: executorName },
      maxPauseMs: (settings.leaseSeconds * 1000) / 4,
    }),
  };
  const executor = createExecutor(base, executorName);
  const deps: EngineDeps = { ...base, wakeExecutor: executor.wake };
  const waiting = createWaiting(deps, changes);
  const sweeper = createSweeper(deps);
  const watcher = createTargetWatcher(deps);
  const repeats = createRepeats(deps);
  const parts = { deps, waiting, refuseRepeat: repeats.refuseRepeat, refuseOverQuota: createPendingQuota(deps) };
  const proposals = createProposals(parts);
  const decisions = createDecisions(deps);
  const queries = createQueries(deps, waiting);

  return {
    proposals,
    heldCalls: createHeldCalls(parts),
    actions: { ...queries, ...createKeptResults(deps, queries), ...createRefinements(deps) },
    comments: createComments(deps),
    decisions,
    checkpoints: createCheckpoints(deps, decisions.decideMany),
    targets: createTargets(deps),
    settlements: createSettlements(deps),
    assignments: createAssignments(deps),
    glassReviews: createGlassReviews(deps),
    timeLimits: createTimeLimits(deps),
    workers: createWorkerClaims(deps, changes),
    tools: { ...createToolAdmin(deps), ...createTryTool(deps, proposals.propose) },
    gateway: createGateway(deps),
    groups: createGroups(deps),
    agents: createAgents(deps),
    grants: createStandingGrants(deps),
    delegations: createDelegations(deps),
    repeats: repeats.admin,
    emergency: createEmergencyStops({ ...deps, stopRunning: executor.stopRunning }),
    checks,
    upstreamTools: createUpstreamTools(deps),
    connectionTools: createConnectionTools(deps),
    declaredTools: createDeclaredTools(deps),
    studioTools: createStudioTools(deps),
    audit: createAuditLog(deps),
    events: createEvents(deps, changes),
    reports: { ...createInsights(deps), ...createSafety(deps) },
    savedRecords: createSavedRecords(deps),
    savedViews: createSavedViews(deps),
    start() {
      executor.start();
      sweeper.start();
      watcher.start();
    },
    sweep: sweeper.sweep,
    watchTargets: watcher.watch,
    async stop(graceSeconds = 10) {
      await watcher.stop();
      await sweeper.stop();
      await executor.stop(graceSeconds);
      await checks.close();
      changes.close();
    },
  };
}
