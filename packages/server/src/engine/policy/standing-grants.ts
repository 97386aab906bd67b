import {
  sayExpressionFault,
  type Grant,
  type GrantPreview,
  type JsonObject,
  type PreviewGrant,
  type WriteGrant,
} from "@countersign/protocol";
import { NEVER_GRANTED_RISK } from "@countersign/protocol";
import { findExpressionFault } from "../../core/approval-expression.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { isQuestionTool } from "../../core/questions.ts";
import { readRoutingRules } from "../../core/routing.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { findLiveAgent } from "../../store/statements/agents.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { findPastCalls, insertGrant, listGrants, revokeGrant, type GrantRow } from "../../store/statements/standing-grants.ts";
import { findTool, type ToolRow } from "../../store/statements/tools.ts";
import { withdrawGranted } from "../../store/statements/withdraw-actions.ts";
import type { StandingGrants } from "../../ports/policy.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";

const DAYS = 30;
const PAGE = 200;
const MAX_LOOKED = 5000;
/** Time limit of a preview: an expression may take a second for one call, and the person waits for all of them. */
const MAX_MILLISECONDS = 3000;
const MAX_SHOWN = 20;
const MAX_LIVE = 20;
/** Statuses in which a person turned the call down. */
const SAID_NO: ReadonlySet<string> = new Set(["rejected", "refined"]);

type Agent = NonNullable<Awaited<ReturnType<typeof findLiveAgent>>>;

/** Standing grants: calls that an administrator approves in advance. Nothing in a review ever creates one. */
export function createStandingGrants(deps: EngineDeps): StandingGrants {
  const { database } = deps;
  const { kysely } = database;

  return {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read grants.");
      return ok((await listGrants(kysely, by.workspaceId)).map(toGrant));
    },

    write: (by, grant) => writeGrant(deps, by, grant),

    async preview(by, grant) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can create a grant.");
      const found = await findCall(kysely, by, grant);
      if (!found.ok) return found;
      return previewOver(deps, by, grant, found.value.tool, found.value.agent);
    },

    async revoke(by, id) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can revoke a grant.");
      const revoked = await revokeGrant(kysely, by.workspaceId, id, by);
      // A claim between the two statements checks the grant itself.
      if (revoked) await withdrawGranted(kysely, by.workspaceId, id);
      if (revoked) database.notify(by.workspaceId);
      const [row] = await listGrants(kysely, by.workspaceId, id);
      if (!row) return refuse("NOT_FOUND", "There is no such grant in this workspace.");
      return revoked ? ok(toGrant(row)) : refuse("INVALID_STATE", "This grant is already revoked.");
    },
  };
}

async function writeGrant({ database }: EngineDeps, by: Principal, { confirm, ...grant }: WriteGrant): Promise<Result<Grant>> {
  const { kysely } = database;
  if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can create a grant.");
  const { toolName, agentId, allowWhen, maxUses, expiresInSeconds, note } = grant;
  const result = await kysely
    .transaction()
    .execute(async (trx): Promise<Result<Grant>> => {
      await lockAuditHead(trx, by.workspaceId);
      const found = await findCall(trx, by, grant);
      if (!found.ok) return found;
      const { tool, agent } = found.value;
      const live = (await listGrants(trx, by.workspaceId)).filter(
        (one) => one.state === "live" && one.toolName === toolName && one.agentId === agentId,
      );
      if (live.length >= MAX_LIVE) {
        const errors = [{ path: "/toolName", message: `has ${MAX_LIVE} live grants for this agent; revoke one first` }];
        return refuse("INVALID_INPUT", "There are too many grants.", { errors });
      }
      if (confirm !== true) {
        const times = maxUses === 1 ? "once" : `${maxUses} times`;
        const says = `${agent.name} may call ${toolName} without approval, ${times}, where ${allowWhen}`;
        const errors = [{ path: "/confirm", message: `must be true: ${says.replaceAll("; ", ", ")}` }];
        return refuse("INVALID_INPUT", "This change lowers protection and must be confirmed.", { errors });
      }
      const id = newId();
      await insertGrant(trx, {
        workspaceId: by.workspaceId,
        id,
        toolName,
        toolHash: tool.definitionHash,
        toolSource: tool.source,
        agentId,
        agentName: agent.name,
        allowWhen,
        note: note ?? null,
        maxUses,
        expiresInSeconds,
        writtenBy: by.id,
        writtenName: by.name,
      });
      const [row] = await listGrants(trx, by.workspaceId, id);
      if (row?.state !== "live") {
        const errors = [
          { path: "/toolName", message: "can only be decided by other people, so you cannot create a grant for it" },
        ];
        throw new NotYours(errors);
      }
      await appendAuditEvent(trx, {
        workspaceId: by.workspaceId,
        kind: "grant.written",
        by,
        settings: [["standing_grant", id]],
        data: {
          grantId: id,
          toolName,
          agentId,
          allowWhen,
          maxUses,
          expiresAt: row.expiresAt,
          note,
          toolHash: tool.definitionHash,
        },
      });
      return ok(toGrant(row));
    })
    .catch((error: unknown) => {
      if (error instanceof NotYours) return refuse("INVALID_INPUT", "You cannot create this grant.", { errors: error.errors });
      throw error;
    });
  if (result.ok) database.notify(by.workspaceId);
  return result;
}

async function findCall(
  db: EngineDeps["database"]["kysely"],
  by: Principal,
  grant: PreviewGrant,
): Promise<Result<{ tool: ToolRow; agent: Agent }>> {
  const tool = await findTool(db, by.workspaceId, grant.toolName);
  const agent = await findLiveAgent(db, by.workspaceId, grant.agentId);
  const fault = findExpressionFault(grant.allowWhen);
  const errors = [
    ...(tool ? [] : [{ path: "/toolName", message: "is not a tool of this workspace" }]),
    ...(tool && tool.risk >= NEVER_GRANTED_RISK
      ? [{ path: "/toolName", message: `has risk level ${tool.risk}, so each call must be approved separately` }]
      : []),
    ...(tool && isQuestionTool(tool)
      ? [{ path: "/toolName", message: "asks a question, and only people answer questions" }]
      : []),
    ...(agent ? [] : [{ path: "/agentId", message: "is not an agent of this workspace with a valid key" }]),
    ...(fault ? [{ path: "/allowWhen", message: sayExpressionFault(fault) }] : []),
  ];
  if (errors.length > 0 || !tool || !agent) return refuse("INVALID_INPUT", "This grant is not valid.", { errors });
  return ok({ tool, agent });
}

async function previewOver(
  { checks, database: { kysely } }: EngineDeps,
  by: Principal,
  grant: PreviewGrant,
  tool: ToolRow,
  agent: Agent,
): Promise<Result<GrantPreview>> {
  const asked = { workspaceId: by.workspaceId, toolName: grant.toolName, agentId: grant.agentId, days: DAYS, limit: PAGE };
  const expressions = [{ expression: grant.allowWhen }];
  const whens = readRoutingRules(tool.routingRules).map(({ when }) => when);
  const allowed: { pendingActionId: string; status: GrantPreview["items"][number]["status"]; createdAt: string }[] = [];
  let looked = 0;
  let page = await findPastCalls(kysely, asked);
  const end = performance.now() + MAX_MILLISECONDS;
  let isOver = false;
  while (page.length > 0 && !isOver) {
    for (const { id, status, createdAt, toolInput } of page) {
      isOver = looked >= MAX_LOOKED || performance.now() > end;
      if (isOver) break;
      looked += 1;
      const args = JSON.parse(toolInput) as JsonObject;
      const facts = { args, tool: { name: tool.name, risk: tool.risk }, agent };
      const found = await checks.findGrant(by, expressions, facts);
      if (!found.ok) return found;
      const routed = await checks.answerRouting(by, whens, [args], facts);
      if (!routed.ok) return routed;
      // No grant lets a call pass to which a routing rule applies.
      if (found.value && routed.value.every(([, answer]) => answer === false))
        allowed.push({ pendingActionId: id, status, createdAt: createdAt.toISOString() });
    }
    // Yields to other requests.
    await new Promise((resolve) => setImmediate(resolve));
    if (!isOver) page = await findPastCalls(kysely, asked, page.at(-1));
  }
  const statuses = [...new Set(allowed.map(({ status }) => status))];
  return ok({
    days: DAYS,
    looked,
    complete: !isOver,
    allowed: allowed.length,
    byStatus: statuses.map((status) => ({ status, allowed: allowed.filter((one) => one.status === status).length })),
    items: [
      ...allowed.filter(({ status }) => SAID_NO.has(status)),
      ...allowed.filter(({ status }) => !SAID_NO.has(status)),
    ].slice(0, MAX_SHOWN),
  });
}

/** Thrown inside the transaction, to roll back the row that revealed the fault. */
class NotYours extends Error {
  readonly errors: { path: string; message: string }[];
  constructor(errors: { path: string; message: string }[]) {
    super("not an approver of the tool");
    this.errors = errors;
  }
}

const toGrant = (row: GrantRow): Grant => ({
  id: row.id,
  toolName: row.toolName,
  agent: { id: row.agentId, name: row.agentName },
  allowWhen: row.allowWhen,
  note: row.note,
  maxUses: row.maxUses,
  uses: row.uses,
  expiresAt: row.expiresAt.toISOString(),
  state: row.state,
  writtenBy: { id: row.writtenBy, name: row.writtenName },
  createdAt: row.createdAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedBy === null ? null : { id: row.revokedBy, name: row.revokedName ?? row.revokedBy },
});
