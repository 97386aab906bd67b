import type { Agent, ChangeAgent } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Schema } from "../../store/schema.ts";
import { listAgents, type AgentRow } from "../../store/statements/agents.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { refuseImitation } from "../../store/statements/refuse-imitation.ts";
import type { EngineDeps } from "../deps.ts";
import type { Agents } from "../../ports/policy.ts";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { readProtections } from "../../store/statements/protections.ts";

/** Administers agents' keys: groups, maximum risk, whom they act for and what that person may confirm, and in-client answers. */
export function createAgents({ database }: EngineDeps): Agents {
  const { kysely } = database;
  return {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read agents.");
      return ok((await listAgents(kysely, by.workspaceId)).map(toAgent));
    },

    async change(by, id, { confirm, ...changes }) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can change agents.");
      const result = await kysely.transaction().execute(async (trx): Promise<Result<Agent>> => {
        await lockAuditHead(trx, by.workspaceId);
        const [agent] = await listAgents(trx, by.workspaceId, id);
        if (!agent) return refuse("NOT_FOUND", "There is no such agent in this workspace.");
        if (agent.revokedAt !== null) return refuse("INVALID_STATE", "This agent's key is revoked.");
        const values = { ...columnsOf(changes), ...selfConfirmOf(agent, changes) };
        if (Object.keys(values).length === 0) return ok(toAgent(agent));
        if (changes.actsFor && !(await isMember(trx, by.workspaceId, changes.actsFor))) {
          const errors = [{ path: "/actsFor", message: "is not a member of this workspace" }];
          return refuse("INVALID_INPUT", "This agent cannot act for somebody who is not a member of the workspace.", {
            errors,
          });
        }
        if (changes.actsFor !== undefined && agent.oauthClientId !== null && changes.actsFor !== agent.actsFor) {
          const errors = [{ path: "/actsFor", message: "is the person who connected this agent" }];
          return refuse("INVALID_INPUT", "An agent that was connected by OAuth acts for the person who connected it.", {
            errors,
          });
        }
        const { actsFor, selfConfirmMaxRisk } = { ...agent, ...values };
        if (actsFor === null && selfConfirmMaxRisk !== null) {
          const errors = [{ path: "/selfConfirmMaxRisk", message: "needs a person the agent acts for" }];
          return refuse(
            "INVALID_INPUT",
            "This agent does not act for a person, so self-confirmation is not possible. Set `actsFor` first, or in the same request.",
            { errors },
          );
        }
        const imitates =
          changes.name === undefined
            ? undefined
            : await refuseImitation(trx, by.workspaceId, { kind: "agent", name: changes.name, self: id });
        if (imitates) return { ok: false, refusal: imitates };
        const before = await readProtections(trx, by.workspaceId);
        const agents = before.agents.map((one) => (one.id === id ? { ...one, ...values } : one));
        const judged = judgeLowering(before, { ...before, agents }, confirm);
        if (judged.refusal) return { ok: false, refusal: judged.refusal };
        await trx
          .updateTable("apiKey")
          .set(values)
          .where("workspaceId", "=", by.workspaceId)
          .where("id", "=", id)
          .where("kind", "=", "agent")
          .execute();
        const { lowered } = judged;
        await appendAuditEvent(trx, {
          workspaceId: by.workspaceId,
          kind: "agent.changed",
          by,
          settings: [["api_key", id]],
          data: { agentId: id, lowers: lowered.length > 0, ...(lowered.length > 0 ? { lowered } : {}), ...values },
        });
        return ok(toAgent({ ...agent, ...values }));
      });
      if (result.ok) database.notify(by.workspaceId);
      return result;
    },
  };
}

const isMember = async (db: Kysely<Schema>, workspaceId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom("member")
    .select("userId")
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .executeTakeFirst()) !== undefined;

const columnsOf = ({ name, groups, inClient, maxRisk, actsFor, privateSessions }: Omit<ChangeAgent, "confirm">) => ({
  ...(name === undefined ? {} : { name }),
  ...(groups === undefined ? {} : { groups: [...new Set(groups)] }),
  ...(inClient === undefined ? {} : { inClient }),
  ...(maxRisk === undefined ? {} : { maxRisk }),
  ...(actsFor === undefined ? {} : { actsFor }),
  ...(privateSessions === undefined ? {} : { privateSessions }),
});

/** What one person may confirm, another for whom the agent acts from now on may not, unless the change says so. */
const selfConfirmOf = ({ actsFor: was }: AgentRow, { actsFor = was, selfConfirmMaxRisk }: Omit<ChangeAgent, "confirm">) =>
  selfConfirmMaxRisk === undefined ? (actsFor === was ? {} : { selfConfirmMaxRisk: null }) : { selfConfirmMaxRisk };

const toAgent = (row: AgentRow): Agent => ({
  id: row.id,
  name: row.name,
  groups: row.groups,
  inClient: row.inClient,
  maxRisk: row.maxRisk as Agent["maxRisk"],
  actsFor: row.actsFor,
  oauthClientId: row.oauthClientId,
  selfConfirmMaxRisk: row.selfConfirmMaxRisk as Agent["selfConfirmMaxRisk"],
  privateSessions: row.privateSessions,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  pending: row.pending,
});
