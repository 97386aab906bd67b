import { sql, type Kysely } from "kysely";
import type { ActionStatus, AfterReject, Effect } from "@countersign/protocol";
import {
  judgeCall,
  stateOfGrant,
  type AgentFacts,
  type GrantFacts,
  type JudgedCall,
  type ToolPolicy,
} from "../../core/authorize.ts";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { findManyNoes, findStandingNo } from "./refused-repeats.ts";
import { isSentBack } from "./sent-back.ts";
import { agentFacts, grantFacts, policyEpochOf, toolFacts } from "./policy-facts.ts";

/** A tool's settings that calls depend on, besides those that are judged. */
interface CallSettings {
  title: string | null;
  inputSchema: string;
  effect: Effect;
  ratedRisk: number | null;
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
  /** See core/client-needs.ts. */
  clientNeeds: string[];
  afterReject: AfterReject;
}

/** A tool as one agent may call it now: what all calls of the agent to the tool have in common. */
export interface CalledTool
  extends
    JudgedCall,
    CallSettings,
    Pick<ToolPolicy, "name" | "source" | "definitionHash" | "vetting" | "risk" | "approvalWhen" | "routingRules"> {
  /** Live standing grants for this agent and tool that have uses left; `expression` must be true for the call. */
  grants: { id: string; expression: string }[];
  /** Id of the rejected call because of which the tool is paused for this agent. */
  pausedOverId: string | null;
  /** The newest of enough consecutive rejections of this agent and tool to pause the tool. */
  rejectedOftenId: string | null;
  /** The policy epoch under which this was read. */
  policyEpoch: number;
}

/** Everything that determines the handling of one proposed call, from the current database state. */
export interface ProposeContext {
  /** Null if the workspace has no such tool. Calls of one agent to one tool share the object. */
  tool: CalledTool | null;
  existingId: string | null;
  existingRequestHash: string | null;
  supersededStatus: ActionStatus | null;
  /** A person sent a call of this tool back to this agent in this session, and no new proposal answers it yet. */
  sentBack: boolean;
  /** The requested checkpoint is open and belongs to this agent. */
  inCheckpoint: boolean;
  /** The same call that a person rejected, if the rejection still stands. */
  rejectedId: string | null;
}

/** A tool as read: what `core/authorize.ts` judges is still to be judged. */
interface ReadTool extends Pick<CalledTool, "pausedOverId" | "rejectedOftenId" | "policyEpoch"> {
  tool: (ToolPolicy & CallSettings) | null;
  agent: AgentFacts | null;
  grants: (GrantFacts & { expression: string })[] | null;
}

type ReadContext = Omit<ProposeContext, "tool"> & ReadTool;

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
  /** The first call of its agent to its tool. */
  isFirst: "boolean",
});

const toRecord = (
  { missionId = null, sessionId = null, checkpointId = null, inputHash, ...asked }: AskedCall,
  n: number,
  isFirst: boolean,
) => ({
  n,
  ...asked,
  missionId,
  sessionId,
  checkpointId,
  inputHash: inputHash ?? null,
  isFirst,
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
 * Returns the contexts in the order of the calls, across workspaces. The tool is read only for the first call of each agent to
 * it, and the other calls get the same object: one statement has one snapshot, and reading a tool costs as much as the rest.
 */
export async function findProposeContext(db: Kysely<Schema>, asked: readonly AskedCall[]): Promise<ProposeContext[]> {
  const first = findFirsts(asked);
  const rows = await FIND(db, { asked: CALLS.toJson(asked.map((call, n) => toRecord(call, n, first[n] === n))) });
  const tools = rows.map((row, n) => (first[n] === n ? judge(row) : null));
  return rows.map(({ existingId, existingRequestHash, supersededStatus, sentBack, inCheckpoint, rejectedId }, n) => ({
    tool: tools[first[n]!] ?? null,
    existingId,
    existingRequestHash,
    supersededStatus,
    sentBack,
    inCheckpoint,
    rejectedId,
  }));
}

/** For each call, the index of the first call of the same agent to the same tool. */
function findFirsts(asked: readonly AskedCall[]): number[] {
  const first = new Map<string, number>();
  return asked.map(({ workspaceId, proposedBy, toolName }, n) => {
    const key = JSON.stringify([workspaceId, proposedBy, toolName]);
    if (!first.has(key)) first.set(key, n);
    return first.get(key)!;
  });
}

function judge({ tool, agent, grants, pausedOverId, rejectedOftenId, policyEpoch }: ReadTool): CalledTool | null {
  if (!tool) return null;
  const live = (grants ?? []).filter((grant) => stateOfGrant(grant, tool, agent) === "live");
  // Not spread: V8 copies a large object for every member added after it was spread, some 2 µs each.
  return Object.assign(tool, judgeCall(tool, agent), { grants: live, pausedOverId, rejectedOftenId, policyEpoch });
}

/** `CallSettings` as further members of the tool's JSON. */
const SETTINGS = sql`, 'title', tool.title, 'inputSchema', tool.input_schema, 'effect', tool.effect, 'ratedRisk', tool.rated_risk,
  'upstream', tool.upstream, 'delivery', tool.delivery, 'waitSeconds', tool.wait_seconds, 'onWaitEnd', tool.on_wait_end,
  'lifetimeSeconds', tool.lifetime_seconds, 'remindAfterSeconds', tool.remind_after_seconds,
  'escalateAfterSeconds', tool.escalate_after_seconds, 'previews', tool.previews, 'batchKey', tool.batch_key,
  'clientNeeds', tool.client_needs, 'afterReject', tool.after_reject`;

/**
 * One row per call, in order. Each look-up has a `limit` so that it stays a look-up: the planner assumes a hundred rows in the
 * list and would rather read all of an agent's actions. The JSON of the tool is built inside its look-up: otherwise all its
 * columns pass through the other look-ups and the sort.
 */
const FIND = compileOnce<{ asked: string }, ReadContext>(
  (value) => sql`
    select t.facts as tool, t.policy_epoch, k.facts as agent, g.grants, p.paused_over_id, m.id as rejected_often_id,
      e.id as existing_id, e.request_hash as existing_request_hash, s.status as superseded_status,
      n.id as rejected_id, c.id is not null as in_checkpoint, coalesce(b.found, false) as sent_back
    from ${CALLS.from(value("asked"))}
    left join lateral (
      select ${toolFacts("tool", SETTINGS)} as facts, ${policyEpochOf(sql`r."workspaceId"`)} as policy_epoch, after_reject from tool
      where r."isFirst" and workspace_id = r."workspaceId" and name = r."toolName" and enabled limit 1
    ) t on true
    left join lateral (
      select ${agentFacts("api_key")} as facts from api_key
      where r."isFirst" and workspace_id = r."workspaceId" and id = r."proposedBy" and kind = 'agent' limit 1
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
    left join lateral (${findManyNoes(ASKED, sql`t.after_reject = 'pause'`)}) m on true
    left join lateral (
      select json_agg(${grantFacts("g", sql`, 'expression', g.allow_when`)} order by g.expires_at, g.id) as grants
      from standing_grant g
      where r."isFirst" and g.workspace_id = r."workspaceId" and g.agent_id = r."proposedBy" and g.tool_name = r."toolName"
        and g.revoked_at is null and g.uses < g.max_uses and g.expires_at > now()
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
