import { sayExpressionFault, type ApprovalRule, type Approver, type ToolSettings } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { findExpressionFault } from "../../core/approval-expression.ts";
import { readRoutingRules } from "../../core/routing.ts";
import type { Schema } from "../../store/schema.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

interface Fault {
  path: string;
  message: string;
}
type Settings = Pick<
  ToolSettings,
  "approvalRule" | "routingRules" | "approverRole" | "approverIds" | "escalateAfterSeconds" | "escalateTo"
>;

/** Returns the faults of the approval rules: nobody could satisfy one, or another setting also says who decides. */
export async function approvalRuleFaults(db: Kysely<Schema>, tool: ToolRow, settings: Settings): Promise<Fault[]> {
  const { approvalRule, routingRules = [], approverRole = tool.approverRole, approverIds = tool.approverIds } = settings;
  const path = findBeside(tool, settings);
  if (path !== undefined && (approverRole !== null || approverIds.length > 0)) {
    return [
      {
        path,
        message: "defines who decides: also set approverRole to null and approverIds to [], or remove the rule",
      },
    ];
  }
  const rules = [
    ...(approvalRule ? [{ rule: approvalRule, at: "/approvalRule" }] : []),
    ...routingRules.flatMap(({ approvalRule: rule }, n) => (rule ? [{ rule, at: `/routingRules/${n}/approvalRule` }] : [])),
  ];
  if (rules.length === 0) return [];
  const members = await listDeciders(db, tool.workspaceId);
  return rules.flatMap(({ rule, at }) => ruleFaults(members, rule, at));
}

/** Path of the first setting that says whose approvals calls take; undefined if there will be none. */
function findBeside(tool: ToolRow, { approvalRule, routingRules }: Settings): string | undefined {
  if (approvalRule === undefined ? tool.approvalRule !== null : approvalRule !== null) return "/approvalRule";
  const routed = routingRules ?? readRoutingRules(tool.routingRules);
  const n = routed.findIndex((rule) => rule.approvalRule !== undefined);
  return n < 0 ? undefined : `/routingRules/${n}/approvalRule`;
}

function ruleFaults(members: readonly DecidingMember[], rule: ApprovalRule, path: string): Fault[] {
  const named = rule.of.every((one) => !("role" in one));
  const fitting = members.filter(({ userId, teams }) =>
    rule.of.some((one) => ("user" in one ? one.user === userId : "team" in one && teams.includes(one.team))),
  ).length;
  const repeated = (one: Approver, n: number): boolean =>
    rule.of.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) < n;
  return [
    ...(rule.needs === "n_of" && rule.n === undefined
      ? [{ path: `${path}/n`, message: "is required with `n_of`: the number of approvals" }]
      : []),
    ...(rule.needs !== "n_of" && rule.n !== undefined ? [{ path: `${path}/n`, message: "is only allowed with `n_of`" }] : []),
    ...(named && (rule.n ?? 0) > fitting
      ? [{ path: `${path}/n`, message: `is more than the number of people who can approve (${fitting})` }]
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

/** Returns the faults of the rules' expressions and names. `approvalRuleFaults` checks their approval rules. */
export const routingFaults = ({ routingRules = [] }: Settings): Fault[] =>
  routingRules.flatMap(({ name, when }, n) => {
    const path = `/routingRules/${n}`;
    const fault = findExpressionFault(when);
    const isRepeated = routingRules.findIndex((other) => other.name.trim() === name.trim()) < n;
    return [
      ...(fault ? [{ path: `${path}/when`, message: sayExpressionFault(fault) }] : []),
      ...(isRepeated ? [{ path: `${path}/name`, message: "is the name of another rule" }] : []),
    ];
  });

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
      const message = "is a team without an approver or admin";
      return teams.has(one.team) ? [] : [{ path: `${path}/${n}/team`, message }];
    }
    if (ids.indexOf(one.user) < n) return [{ path: `${path}/${n}/user`, message: "is listed twice" }];
    const message = "is not an approver or admin of this workspace";
    return known.has(one.user) ? [] : [{ path: `${path}/${n}/user`, message }];
  });
}
