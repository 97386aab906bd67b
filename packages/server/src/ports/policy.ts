import type {
  Agent,
  ChangeAgent,
  ChangeTools,
  ChangeGroup,
  CreateDelegation,
  Delegation,
  Emergency,
  Grant,
  GrantPreview,
  Group,
  PreviewGrant,
  Repeat,
  Tool,
  ToolSettings,
  TriedTool,
  TryTool,
  WriteGrant,
} from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

export interface ToolAdmin {
  list(by: Principal): Promise<Result<Tool[]>>;
  /** Returns the HTML of a widget of one of the workspace's tools, by its SHA-256. For people only. */
  widget(by: Principal, sha256: string): Promise<Result<string>>;
  change(by: Principal, name: string, settings: ToolSettings): Promise<Result<Tool>>;
  /** Changes the settings of several tools in one transaction, all or none. Tools in the order asked. */
  changeMany(by: Principal, request: ChangeTools): Promise<Result<Tool[]>>;
  /** Returns what a client would be answered. With `run`, the call is proposed as that agent. */
  tryOut(by: Principal, name: string, request: TryTool): Promise<Result<TriedTool>>;
}

/** What the MCP server asks of the policy, before and while it forwards a call. */
export interface Gateway {
  /** Tools that an agent sees and may call, with exposed names; none that is withheld, disabled or above its risk cap. */
  tools(by: Principal): Promise<Result<GatewayTool[]>>;
  /**
   * Records a call that requires no approval by these settings, before it is forwarded. Refused if the settings changed since,
   * or the agent may no longer make the call.
   */
  recordPassThrough(
    by: Principal,
    tool: Pick<GatewayTool, "name" | "risk" | "approval" | "approvalWhen" | "routingRules" | "policyEpoch">,
    inputDigest: string,
  ): Promise<Result<null>>;
  /** Stores what a tool, named as at its upstream, was seen to need of clients; see core/client-needs.ts. Never throws. */
  noteClientNeed(upstream: { workspaceId: string; source: string }, ownName: string, need: string): Promise<void>;
}

/** Groups are named sets of tools. They decide which tools an agent may call and which calls need approval. */
export interface Groups {
  list(by: Principal): Promise<Result<Group[]>>;
  /** Creates the group if there is none. */
  change(by: Principal, name: string, change: ChangeGroup): Promise<Result<Group>>;
  /** Refused while a tool has no other group. */
  remove(by: Principal, name: string, confirm: boolean): Promise<Result<{ name: string }>>;
}

export interface Agents {
  list(by: Principal): Promise<Result<Agent[]>>;
  change(by: Principal, id: string, change: ChangeAgent): Promise<Result<Agent>>;
}

export interface StandingGrants {
  list(by: Principal): Promise<Result<Grant[]>>;
  /** Requires `confirm: true`. */
  write(by: Principal, grant: WriteGrant): Promise<Result<Grant>>;
  /** Evaluates the grant over the stored actions of the last 30 days. */
  preview(by: Principal, grant: PreviewGrant): Promise<Result<GrantPreview>>;
  /** Revokes the grant and withdraws what it approved and has not started. */
  revoke(by: Principal, id: string): Promise<Result<Grant>>;
}

/** A delegate decides for a delegator, from one instant to another. */
export interface Delegations {
  list(by: Principal): Promise<Result<Delegation[]>>;
  create(by: Principal, request: CreateDelegation): Promise<Result<Delegation>>;
  /** Ends the delegation now. Actions that were decided under it and have not started do not run. */
  revoke(by: Principal, id: string): Promise<Result<Delegation>>;
}

export interface Repeats {
  /** Calls refused because they repeat a rejected one, while no person has allowed them again. Newest first. */
  list(by: Principal): Promise<Result<Repeat[]>>;
  /** Ends a pause and resets the count; with `forget` the rejected calls may be proposed again. */
  lift(by: Principal, id: string, forget: boolean): Promise<Result<{ id: string }>>;
}

export interface EmergencyStops {
  read(by: Principal): Promise<Result<Emergency>>;
  /** From here on no handler starts, running ones are asked to abort, and approved actions end without having run. */
  stop(by: Principal, reason: string): Promise<Result<Emergency>>;
  /** Actions that the stop ended stay ended; a person may retry them. */
  lift(by: Principal, note?: string): Promise<Result<Emergency>>;
}
