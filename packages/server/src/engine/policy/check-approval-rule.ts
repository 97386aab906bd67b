import type { Approver, ToolSettings } from "@countersign/protocol";
import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

interface Fault {
  path: string;
  message: string;
}
type Settings = Pick<ToolSettings, "approvalRule" | "approverRole" | "approverIds" | "escalateAfterSeconds" | "escalateTo">;

/** Returns the faults of an approval rule: nobody could satisfy it, or another setting also says who decides. */
export async function approvalRuleFaults(db: Kysely<Schema>, tool: ToolRow, settings: Settings): Promise<Fault[]> {
  const { approvalRule: rule, approverRole = tool.approverRole, approverIds = tool.approverIds } = settings;
  const hasRule = rule === undefined ? tool.approvalRule !== null : rule !== null;
  if (hasRule && (approverRole !== null || approverIds.length > 0)) {
    return [
      {
        path: "/approvalRule",
        message: "says who decides: set approverRole to null and approverIds to [] with it, or it to null",
      },
    ];
  }
  if (!rule) return [];
  const path = "/approvalRule";
  const named = rule.of.every((one) => !("role" in one));
  const members = await listDeciders(db, tool.workspaceId);
  const fitting = members.filter(({ userId, teams }) =>
    rule.of.some((one) => ("user" in one ? one.user === userId : "team" in one && teams.includes(one.team))),
  ).length;
  const repeated = (one: Approver, n: number): boolean =>
    rule.of.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) < n;
  return [
    ...(rule.needs === "n_of" && rule.n === undefined
      ? [{ path: `${path}/n`, message: "is required with `n_of`: how many approvals it takes" }]
      : []),
    ...(rule.needs !== "n_of" && rule.n !== undefined ? [{ path: `${path}/n`, message: "belongs to `n_of` only" }] : []),
    ...(named && (rule.n ?? 0) > fitting
      ? [{ path: `${path}/n`, message: `is more than the ${fitting} who could approve` }]
      : []),
    ...listFaults(members, rule.of, `${path}/of`),
    // A role or team listed twice means two people of it, which only `all_of` can require.
    ...rule.of.flatMap((one, n) =>
      !("user" in one) && rule.needs !== "all_of" && repeated(one, n)
        ? [{ path: `${path}/of/${n}`, message: "is listed twice" }]
        : [],
    ),
  ];
}

/** Returns the faults of an escalation. Its time and its people must be set together. */
export async function escalationFaults(db: Kysely<Schema>, tool: ToolRow, settings: Settings): Promise<Fault[]> {
  const { escalateAfterSeconds: after = tool.escalateAfterSeconds, escalateTo: to } = settings;
  const names = to === undefined ? tool.escalateTo !== null : to !== null;
  if (names && after === null) return [{ path: "/escalateAfterSeconds", message: "is required with `escalateTo`" }];
  if (!names && after !== null) return [{ path: "/escalateTo", message: "is required with `escalateAfterSeconds`" }];
  return to ? approverListFaults(db, tool.workspaceId, to, "/escalateTo") : [];
}

/** Returns a fault for each person in the list who is listed twice or may not decide, and for each team without such people. */
export async function approverListFaults(
  db: Kysely<Schema>,
  workspaceId: string,
  list: readonly Approver[],
  path: string,
): Promise<Fault[]> {
  return list.every((one) => "role" in one) ? [] : listFaults(await listDeciders(db, workspaceId), list, path);
}

interface DecidingMember {
  userId: string;
  teams: readonly string[];
}

const listDeciders = (db: Kysely<Schema>, workspaceId: string): Promise<DecidingMember[]> =>
  db
    .selectFrom("member")
    .select(["userId", "teams"])
    .where("workspaceId", "=", workspaceId)
    .where("role", "in", ["approver", "admin"])
    .execute();

function listFaults(members: readonly DecidingMember[], list: readonly Approver[], path: string): Fault[] {
  const known = new Set(members.map(({ userId }) => userId));
  const teams = new Set(members.flatMap((member) => member.teams));
  const ids = list.map((one) => ("user" in one ? one.user : null));
  return list.flatMap((one, n) => {
    if ("role" in one) return [];
    if ("team" in one) {
      const message = "is a team in which nobody has the role approver or admin";
      return teams.has(one.team) ? [] : [{ path: `${path}/${n}/team`, message }];
    }
    if (ids.indexOf(one.user) < n) return [{ path: `${path}/${n}/user`, message: "is listed twice" }];
    const message = "is nobody of this workspace with the role approver or admin";
    return known.has(one.user) ? [] : [{ path: `${path}/${n}/user`, message }];
  });
}
