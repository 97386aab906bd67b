import { sql, type Kysely } from "kysely";
import type { Approval, VettingState } from "@countersign/protocol";
import { judgeCall, type AgentFacts, type JudgedCall, type ToolPolicy } from "../../core/authorize.ts";
import type { Schema } from "../schema.ts";
import { agentFacts, toolFacts } from "./policy-facts.ts";

/** One exact call of one agent. */
export interface RepeatedCall {
  workspaceId: string;
  agentId: string;
  callHash: string;
}

export interface McpRound extends RepeatedCall {
  round: number;
}

const KEY = /^mcp:([0-9a-f]{64}):(\d{1,9})$/;

/** Idempotency key of a call's round: its unique index keeps two repeats from becoming two actions. */
export const roundKey = ({ callHash, round }: Pick<McpRound, "callHash" | "round">): string => `mcp:${callHash}:${round}`;

/** Returns the round of an action; null if it was not proposed over MCP. */
export function readRoundKey(idempotencyKey: string | null): Pick<McpRound, "callHash" | "round"> | null {
  const [, callHash, round] = KEY.exec(idempotencyKey ?? "") ?? [];
  return callHash === undefined ? null : { callHash, round: Number(round) };
}

export interface OpenRound {
  round: number;
  /** Id of this round's action; null if the call was not made before. */
  actionId: string | null;
  /** Effective approval for this agent; null if the workspace has no such tool. */
  approval: Approval | null;
  approvalWhen: string | null;
  /** JSON. */
  routingRules: string | null;
  risk: number | null;
  /** Key under which the tool takes lists of calls. */
  batchKey: string | null;
  /** Groups of the agent's key. */
  groups: string[] | null;
  /** Whether one of the agent's groups has the tool, and whether its risk exceeds the agent's maximum. */
  allowed: boolean;
  overCap: boolean;
  vetting: VettingState;
  upstream: string | null;
}

/** As read: what `core/authorize.ts` judges is still to be judged. */
type ReadRound = Omit<OpenRound, keyof JudgedCall> & { tool: ToolPolicy | null; agent: AgentFacts | null };

const judge = ({ tool, agent, ...read }: ReadRound): OpenRound => {
  const judged = judgeCall(tool, agent);
  return { ...read, ...judged, approval: tool && judged.approval };
};

/** The columns of tool `t` and agent key `k` that determine how a call is handled. */
const ASKED = sql`t.approval_when, t.routing_rules, t.risk, t.batch_key, t.vetting, t.upstream,
  case when t.name is not null then ${toolFacts("t")} end as tool, case when k.id is not null then ${agentFacts("k")} end as agent`;

const askedOf = ({ workspaceId, agentId }: Omit<RepeatedCall, "callHash">, toolName: string) => sql`
    left join tool t on t.workspace_id = ${workspaceId} and t.name = ${toolName} and t.enabled
    left join api_key k on k.workspace_id = ${workspaceId} and k.id = ${agentId} and k.kind = 'agent'`;

/** Returns the current round of a call: the one after the last delivered round. */
export async function findOpenRound(db: Kysely<Schema>, call: RepeatedCall, toolName: string): Promise<OpenRound> {
  const { workspaceId, agentId, callHash } = call;
  const { rows } = await sql<ReadRound>`
    with open as (
      select coalesce(max(d.round) + 1, 0) as round from mcp_delivery d
      where d.workspace_id = ${workspaceId} and d.agent_id = ${agentId} and d.call_hash = ${callHash}
    )
    select o.round, a.id as action_id, ${ASKED}
    from open o ${askedOf(call, toolName)}
    left join action a on a.workspace_id = ${workspaceId} and a.proposed_by = ${agentId}
      and a.idempotency_key = 'mcp:' || ${callHash}::text || ':' || o.round::text`.execute(db);
  return judge(rows[0]!);
}

/** Like `findOpenRound`, for several calls of one tool; keeps their order. */
export async function findOpenRounds(
  db: Kysely<Schema>,
  by: Omit<RepeatedCall, "callHash">,
  callHashes: readonly string[],
  toolName: string,
): Promise<OpenRound[]> {
  const { workspaceId, agentId } = by;
  const { rows } = await sql<ReadRound>`
    select o.round, a.id as action_id, ${ASKED}
    from unnest(${[...callHashes]}::text[]) with ordinality as c (call_hash, n)
    cross join lateral (
      select coalesce(max(d.round) + 1, 0) as round from mcp_delivery d
      where d.workspace_id = ${workspaceId} and d.agent_id = ${agentId} and d.call_hash = c.call_hash
    ) o ${askedOf(by, toolName)}
    left join lateral (
      select id from action
      where workspace_id = ${workspaceId} and proposed_by = ${agentId}
        and idempotency_key = 'mcp:' || c.call_hash || ':' || o.round::text limit 1
    ) a on true
    order by c.n`.execute(db);
  return rows.map(judge);
}

/** Records that this round's outcome was delivered, which closes it. Idempotent: one of several writers inserts the row. */
export const recordMcpDelivery = (db: Kysely<Schema>, delivery: McpRound & { actionId: string }) =>
  db
    .insertInto("mcpDelivery")
    .values(delivery)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Ids of the agent's actions of the last 7 days that are unfinished, or whose outcome over MCP is undelivered. */
export async function findUndelivered(
  db: Kysely<Schema>,
  workspaceId: string,
  agentId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from action a
    where a.workspace_id = ${workspaceId} and a.proposed_by = ${agentId} and a.created_at > now() - interval '7 days'
      and (a.status in ('pending', 'approved', 'executing', 'outcome_unknown')
        or a.idempotency_key like 'mcp:%'
          and not exists (select from mcp_delivery d where d.workspace_id = a.workspace_id and d.action_id = a.id))
    order by a.created_at desc, a.id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
