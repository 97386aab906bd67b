import type { ChangeGroup, Group, GroupApproval } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { isQuestionTool } from "../../core/questions.ts";
import { columnsOfGroups, groupsOf } from "../../core/group-approval.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { findLiveAgents } from "../../store/statements/agents.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { deleteGroup, listGroups, saveGroup } from "../../store/statements/groups.ts";
import type { Setting } from "../../store/statements/setting-evidence.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import type { Schema } from "../../store/schema.ts";
import type { EngineDeps } from "../deps.ts";
import type { Groups } from "../../ports/policy.ts";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { readProtections, toProtected } from "../../store/statements/protections.ts";
import { storeSettings } from "./store-settings.ts";

type Members = ReadonlyMap<string, GroupApproval | null>;

export function createGroups(deps: EngineDeps): Groups {
  const { database } = deps;
  const { kysely } = database;

  return {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read groups.");
      return ok(await readGroups(kysely, by.workspaceId));
    },

    async change(by, name, change) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can change groups.");
      const result = await kysely.transaction().execute(async (trx): Promise<Result<Group>> => {
        await lockAuditHead(trx, by.workspaceId);
        const members = await readMembers(trx, by.workspaceId, change.tools);
        if (!members.ok) return members;
        const refusal =
          members.value && (await setTools(trx, by, name, members.value, { confirm: change.confirm, withoutGroup: [] }));
        if (refusal) return { ok: false, refusal };
        await saveGroup(trx, by.workspaceId, name, change.description);
        await tell(
          trx,
          by,
          "group.changed",
          {
            name,
            ...(change.description === undefined ? {} : { description: change.description }),
            ...(members.value ? { tools: [...members.value].map(([tool, approval]) => ({ name: tool, approval })) } : {}),
          },
          [["tool_group", name]],
        );
        return ok((await readGroups(trx, by.workspaceId)).find((group) => group.name === name)!);
      });
      if (result.ok) database.notify(by.workspaceId);
      return result;
    },

    async remove(by, name, confirm) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can remove groups.");
      const result = await kysely.transaction().execute(async (trx): Promise<Result<{ name: string }>> => {
        await lockAuditHead(trx, by.workspaceId);
        const known = (await readGroups(trx, by.workspaceId)).some((group) => group.name === name);
        if (!known) return refuse("NOT_FOUND", "There is no such group in this workspace.");
        const refusal = await setTools(trx, by, name, new Map(), { confirm, withoutGroup: [name] });
        if (refusal) return { ok: false, refusal };
        const agents = await deleteGroup(trx, by.workspaceId, name);
        await tell(trx, by, "group.removed", { name, agents }, [
          ["tool_group", name],
          ...agents.map((id): Setting => ["api_key", id]),
        ]);
        return ok({ name });
      });
      if (result.ok) database.notify(by.workspaceId);
      return result;
    },
  };
}

/** Gives the group exactly these tools, or returns why not. Runs in the transaction that locked the audit log. */
async function setTools(
  trx: Kysely<Schema>,
  by: Principal,
  name: string,
  members: Members,
  change: { confirm: boolean | undefined; withoutGroup: readonly string[] },
): Promise<Refusal | undefined> {
  const before = await readProtections(trx, by.workspaceId);
  const after = before.rows.map((row) => ({ ...row, ...columnsWith(row, name, members) }));
  const homeless = after.filter((row) => row.groupNames.length === 0).map((row) => row.name);
  if (homeless.length > 0) {
    const errors = homeless.map((tool) => ({ path: "/tools", message: `${tool} is in no other group; add it to one first` }));
    return refuse("INVALID_INPUT", "A tool must be in at least one group. Nothing was changed.", { errors }).refusal;
  }
  const unasked = before.rows.filter((row) => isQuestionTool(row) && members.get(row.name) === "never");
  if (unasked.length > 0) {
    const errors = unasked.map((tool) => ({
      path: "/tools",
      message: `${tool.name} asks a question, and only people answer questions`,
    }));
    return refuse("INVALID_INPUT", "A question is always answered by a person. Nothing was changed.", { errors }).refusal;
  }
  const agents = before.agents.map((agent) => ({
    ...agent,
    groups: agent.groups.filter((group) => !change.withoutGroup.includes(group)),
  }));
  const judged = judgeLowering(before, { agents, tools: after.map(toProtected) }, change.confirm);
  if (judged.refusal) return judged.refusal;
  for (const [n, row] of before.rows.entries()) {
    const columns = columnsWith(row, name, members);
    if (JSON.stringify(columns) !== JSON.stringify(columnsOfGroups(groupsOf(row)))) {
      const lowered = judged.lowered.filter((sentence) => sentence.includes(after[n]!.name));
      await storeSettings(trx, by, row, columns, lowered);
    }
  }
  return undefined;
}

const tell = (trx: Kysely<Schema>, by: Principal, kind: string, data: object, settings: readonly Setting[]) =>
  appendAuditEvent(trx, { workspaceId: by.workspaceId, kind, by, data, settings });

/** Returns the groups of one tool if the named group holds exactly `members`; the other groups keep their order. */
function columnsWith(row: ToolRow, name: string, members: Members) {
  const now = groupsOf(row);
  const approval = members.get(row.name);
  if (approval === undefined) return columnsOfGroups(now.filter(({ group }) => group !== name));
  const isIn = now.some(({ group }) => group === name);
  return columnsOfGroups(
    isIn ? now.map((one) => (one.group === name ? { ...one, approval } : one)) : [...now, { group: name, approval }],
  );
}

async function readMembers(
  db: Kysely<Schema>,
  workspaceId: string,
  tools: ChangeGroup["tools"],
): Promise<Result<Members | undefined>> {
  if (tools === undefined) return ok(undefined);
  const known = new Set(
    (await db.selectFrom("tool").select("name").where("workspaceId", "=", workspaceId).execute()).map((row) => row.name),
  );
  const errors = tools.flatMap(({ name }, n) => [
    ...(known.has(name) ? [] : [{ path: `/tools/${n}/name`, message: "is not a tool of this workspace" }]),
    ...(tools.findIndex((other) => other.name === name) < n ? [{ path: `/tools/${n}/name`, message: "is listed twice" }] : []),
  ]);
  if (errors.length > 0)
    return refuse("INVALID_INPUT", "Some tools cannot be added to the group. Nothing was changed.", { errors });
  return ok(new Map(tools.map(({ name, approval }) => [name, approval ?? null])));
}

/** Lists every group: stored ones, and those that only a tool or an agent names. */
async function readGroups(db: Kysely<Schema>, workspaceId: string): Promise<Group[]> {
  const stored = new Map((await listGroups(db, workspaceId)).map((row) => [row.name, row.description]));
  const tools = await listTools(db, workspaceId);
  const agents = await findLiveAgents(db, workspaceId);
  const names = new Set([
    ...stored.keys(),
    ...tools.flatMap(({ groupNames }) => groupNames),
    ...agents.flatMap(({ groups }) => groups),
  ]);
  return [...names].toSorted().map((name) => ({
    name,
    description: stored.get(name) ?? null,
    tools: tools.flatMap((tool) =>
      groupsOf(tool).flatMap(({ group, approval }) => (group === name ? [{ name: tool.name, approval }] : [])),
    ),
    agents: agents.filter(({ groups }) => groups.includes(name)).length,
  }));
}
