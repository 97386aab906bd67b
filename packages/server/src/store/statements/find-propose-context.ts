import { sql, type Kysely } from "kysely";
import type { ActionStatus, AfterReject, Approval, Effect, VettingState } from "@countersign/protocol";
import { judgeCall, stateOfGrant, type AgentFacts, type GrantFacts, type ToolPolicy } from "../../core/authorize.ts";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { findManyNoes, findStandingNo } from "./refused-repeats.ts";
import { isSentBack } from "./sent-back.ts";
import { agentFacts, grantFacts, policyEpochOf, toolFacts } from "./policy-facts.ts";

/** Everything that determines the handling of one proposed call, from the current database state. */
export interface ProposeContext {
  n: number;
  toolName: string | null;
  source: string;
  description: string;
  title: string | null;
  inputSchema: string;
  effect: Effect;
  risk: number;
  ratedRisk: number | null;
  /** Effective approval for this proposer; its groups may override the tool's. */
  approval: Approval;
  approvalWhen: string | null;
  vetting: VettingState;
  upstream: string | null;
  delivery: "queue" | "wait" | null;
  waitSeconds: number | null;
  onWaitEnd: "park" | "expire" | null;
  lifetimeSeconds: number | null;
  remindAfterSeconds: number | null;
  escalateAfterSeconds: number | null;
  previews: boolean;
  /** Key under which the tool takes lists of calls. */
  batchKey: string | null;
  definitionHash: string;
  /** See core/client-needs.ts. */
  clientNeeds: string[];
  /** The proposer's key is active and one of its groups has the tool. */
  allowed: boolean;
  /** The tool's risk exceeds this agent's maximum. */
  overCap: boolean;
  /** Groups of the proposer's key; expressions may use them. */
  groups: string[] | null;
  existingId: string | null;
  existingRequestHash: string | null;
  supersededStatus: ActionStatus | null;
  /** A person sent a call of this tool back to this agent in this session, and no new proposal answers it yet. */
  sentBack: boolean;
  /** The requested checkpoint is open and belongs to this agent. */
  inCheckpoint: boolean;
  afterReject: AfterReject;
  /** The same call that a person rejected, if the rejection still stands. */
  rejectedId: string | null;
  /** The newest of enough consecutive rejections of this agent and tool to pause the tool. */
  rejectedOftenId: string | null;
  /** Live standing grants for this agent and tool that have uses left; `expression` must be true for the call. */
  grants: { id: string; expression: string }[];
  /** Id of the rejected call because of which the tool is paused for this agent. */
  pausedOverId: string | null;
  /** The policy epoch under which this was read. */
  policyEpoch: number;
}

/** As read: what `core/authorize.ts` judges is still to be judged. */
type ReadContext = Omit<ProposeContext, "approval" | "allowed" | "overCap" | "groups" | "grants"> & {
  tool: ToolPolicy | null;
  agent: AgentFacts | null;
  grants: (GrantFacts & { expression: string })[] | null;
};

export interface AskedCall {
  workspaceId: string;
  proposedBy: string;
  toolName: string;
  idempotencyKey: string | null;
  supersedes: string | null;
  missionId?: string | null;
  sessionId?: string | null;
  checkpointId?: string | null;
  /** `repeatHash` of the input. If absent, rejected calls are not searched. */
  inputHash?: string;
}

/** Calls to be looked up: the parameter's rows, read as `r`. */
const CALLS = recordset("r", {
  n: "int",
  workspaceId: "text",
  proposedBy: "text",
  toolName: "text",
  idempotencyKey: "text",
  supersedes: "text",
  missionId: "text",
  sessionId: "text",
  checkpointId: "text",
  inputHash: "text",
});

const toRecord = ({ missionId = null, sessionId = null, checkpointId = null, inputHash, ...asked }: AskedCall, n: number) => ({
  n,
  ...asked,
  missionId,
  sessionId,
  checkpointId,
  inputHash: inputHash ?? null,
});

const ASKED = {
  workspaceId: sql`r."workspaceId"`,
  proposedBy: sql`r."proposedBy"`,
  toolName: sql`r."toolName"`,
  missionId: sql`r."missionId"`,
  sessionId: sql`r."sessionId"`,
  inputHash: sql`r."inputHash"`,
};

/**
 * Returns one row per call, in order, across workspaces; `toolName` is null if the workspace has no such tool. Each look-up has
 * a `limit` so that it stays a look-up: the planner assumes a hundred rows in the list and would rather read all of an agent's
 * actions.
 */
export async function findProposeContext(db: Kysely<Schema>, asked: readonly AskedCall[]): Promise<ProposeContext[]> {
  return (await FIND(db, { asked: CALLS.toJson(asked.map(toRecord)) })).map(judge);
}

const FIND = compileOnce<{ asked: string }, ReadContext>(
  (value) => sql`
    select r."n", t.name as tool_name, t.source, t.title, t.description, t.input_schema, t.effect, t.risk, t.rated_risk,
      t.approval_when, t.vetting, t.upstream, t.delivery, t.wait_seconds, t.on_wait_end,
      t.lifetime_seconds, t.remind_after_seconds, t.escalate_after_seconds, t.previews, t.batch_key, t.definition_hash, t.client_needs,
      case when t.name is not null then ${toolFacts("t")} end as tool, case when k.id is not null then ${agentFacts("k")} end as agent,
      ${policyEpochOf(sql`r."workspaceId"`)} as policy_epoch, e.id as existing_id, e.request_hash as existing_request_hash, s.status as superseded_status,
      t.after_reject, n.id as rejected_id, m.id as rejected_often_id, p.paused_over_id, g.grants,
      c.id is not null as in_checkpoint, coalesce(b.found, false) as sent_back
    from ${CALLS.from(value("asked"))}
    left join lateral (
      select * from tool where workspace_id = r."workspaceId" and name = r."toolName" and enabled limit 1
    ) t on true
    left join lateral (
      select * from api_key where workspace_id = r."workspaceId" and id = r."proposedBy" and kind = 'agent' limit 1
    ) k on true
    left join lateral (
      select id, request_hash from action
      where workspace_id = r."workspaceId" and proposed_by = r."proposedBy" and idempotency_key = r."idempotencyKey" limit 1
    ) e on true
    left join lateral (
      select status from action where workspace_id = r."workspaceId" and id = r."supersedes" and proposed_by = r."proposedBy" limit 1
    ) s on true
    left join lateral (
      select case when paused_at is not null then action_id end as paused_over_id, forgotten_at, lifted_at
      from refused_repeat
      where workspace_id = r."workspaceId" and agent_id = r."proposedBy" and tool_name = r."toolName" limit 1
    ) p on true
    left join lateral (${findStandingNo(ASKED)}) n on true
    left join lateral (${findManyNoes(ASKED)}) m on true
    left join lateral (
      select json_agg(${grantFacts("g", sql`, 'expression', g.allow_when`)} order by g.expires_at, g.id) as grants
      from standing_grant g
      where g.workspace_id = r."workspaceId" and g.agent_id = r."proposedBy" and g.tool_name = r."toolName" and g.revoked_at is null
        and g.uses < g.max_uses and g.expires_at > now()
    ) g on true
    left join lateral (
      select id from checkpoint
      where workspace_id = r."workspaceId" and id = r."checkpointId" and opened_by = r."proposedBy" and decided_at is null limit 1
    ) c on true
    left join lateral (
      select true as found from action a
      where a.workspace_id = r."workspaceId" and a.proposed_by = r."proposedBy" and a.tool_name = r."toolName"
        and coalesce(a.session_id, '') = coalesce(r."sessionId", '') and ${isSentBack("a")} limit 1
    ) b on true
    order by r."n"`,
);

function judge({ tool, agent, grants, ...read }: ReadContext): ProposeContext {
  return {
    ...read,
    ...judgeCall(tool, agent),
    grants: (grants ?? []).filter((grant) => stateOfGrant(grant, tool, agent) === "live"),
  };
}
