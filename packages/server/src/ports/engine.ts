import type { Actions, Comments, HeldCalls, Proposals } from "./actions.ts";
import type { ConnectionTools, DeclaredTools, StudioTools, UpstreamTools } from "./catalog.ts";
import type { Checks } from "./checks.ts";
import type { Assignments, Checkpoints, Decisions, GlassReviews, Settlements, Targets, TimeLimits } from "./decisions.ts";
import type { Agents, Delegations, EmergencyStops, Gateway, Groups, Repeats, StandingGrants, ToolAdmin } from "./policy.ts";
import type { AuditLog, Events, Reports, SavedRecords, SavedViews } from "./records.ts";
import type { WorkerClaims } from "./workers.ts";

/**
 * The policy gate, through which every change of an action passes: one port for each thing that callers do. Each function takes
 * the principal and returns a value or a refusal; it throws only for broken assumptions, such as an unreachable database.
 */
export interface Engine {
  proposals: Proposals;
  heldCalls: HeldCalls;
  actions: Actions;
  comments: Comments;

  decisions: Decisions;
  checkpoints: Checkpoints;
  targets: Targets;
  settlements: Settlements;
  assignments: Assignments;
  glassReviews: GlassReviews;
  timeLimits: TimeLimits;

  workers: WorkerClaims;

  tools: ToolAdmin;
  gateway: Gateway;
  groups: Groups;
  agents: Agents;
  grants: StandingGrants;
  delegations: Delegations;
  repeats: Repeats;
  emergency: EmergencyStops;
  checks: Checks;

  upstreamTools: UpstreamTools;
  connectionTools: ConnectionTools;
  declaredTools: DeclaredTools;
  studioTools: StudioTools;

  audit: AuditLog;
  events: Events;
  reports: Reports;
  savedRecords: SavedRecords;
  savedViews: SavedViews;
}
