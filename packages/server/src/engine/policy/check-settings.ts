import { sayExpressionFault, type RoutingRule, type ToolSettings } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { findExpressionFault } from "../../core/approval-expression.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { columnsOfGroups } from "../../core/group-approval.ts";
import { isQuestionTool } from "../../core/questions.ts";
import { findNameLike, RESERVED_NAMES } from "../../core/tool-names.ts";
import { isStudioSource } from "../../core/tool-source.ts";
import { approvalRuleFaults, escalationFaults, routingFaults } from "./check-approval-rule.ts";
import { levelColumns } from "../catalog/rated-columns.ts";
import type { Schema } from "../../store/schema.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

export interface SettingFault {
  path: string;
  message: string;
}

/** Settings as columns of the tool. */
export type SettingColumns = Partial<
  Pick<
    ToolRow,
    | "approval"
    | "approvalSet"
    | "approvalWhen"
    | "alias"
    | "descriptionOverride"
    | "promptTemplate"
    | "risk"
    | "ratedRisk"
    | "riskSource"
    | "lifetimeSeconds"
    | "enabled"
    | "groupNames"
    | "requiredIn"
    | "neverIn"
    | "approverRole"
    | "approverIds"
    | "approvalRule"
    | "routingRules"
    | "remindAfterSeconds"
    | "escalateAfterSeconds"
    | "escalateTo"
    | "delivery"
    | "waitSeconds"
    | "onWaitEnd"
    | "inClient"
    | "needsSecondPerson"
    | "afterReject"
    | "rejectReasons"
    | "clientNeeds"
  >
>;

type Settings = Omit<ToolSettings, "confirm" | "acceptDefinition">;

export function toColumns(tool: ToolRow, settings: Settings): SettingColumns {
  const {
    approval,
    alias,
    risk,
    group,
    groups,
    approverIds,
    approvalRule,
    routingRules,
    escalateTo,
    rejectReasons,
    forgetClientNeeds,
    ...plain
  } = settings;
  const named = groups ?? (group === undefined ? undefined : [{ group }]);
  return {
    ...withoutUndefined(plain),
    ...(forgetClientNeeds === undefined ? {} : { clientNeeds: [] }),
    ...(approval === undefined ? {} : { approval, approvalSet: true }),
    ...(alias === undefined ? {} : { alias: alias === tool.name ? null : alias }),
    ...(risk === undefined ? {} : withLevels(tool, { riskSource: risk === null ? "scored" : "set", ratedRisk: risk })),
    ...(named === undefined ? {} : columnsOfGroups(named)),
    ...(approvalRule === undefined
      ? {}
      : { approvalRule: approvalRule === null ? null : canonicalJson(withoutUndefined(approvalRule)) }),
    ...(routingRules === undefined ? {} : { routingRules: routingText(routingRules) }),
    ...(escalateTo === undefined ? {} : { escalateTo: escalateTo === null ? null : canonicalJson(escalateTo) }),
    ...(rejectReasons === undefined ? {} : { rejectReasons: rejectReasons.length === 0 ? null : [...rejectReasons] }),
    ...(approverIds === undefined ? {} : { approverIds: [...new Set(approverIds)] }),
  };
}

const routingText = (rules: readonly RoutingRule[]): string | null =>
  rules.length === 0
    ? null
    : canonicalJson(
        rules.map(({ approvalRule, ...rule }) =>
          withoutUndefined({ ...rule, approvalRule: approvalRule && withoutUndefined(approvalRule) }),
        ),
      );

/** A risk level set by an administrator is a rating like any other: an unvetted tool still counts as the highest risk. */
function withLevels(tool: ToolRow, set: Pick<ToolRow, "riskSource" | "ratedRisk">) {
  return { riskSource: set.riskSource, ...levelColumns({ ...tool, ...set }) };
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Returns all faults of these settings for this tool; `others` holds all other tools of the workspace. */
export async function findSettingFaults(
  db: Kysely<Schema>,
  tool: ToolRow,
  others: readonly Pick<ToolRow, "name" | "alias">[],
  settings: Settings,
): Promise<SettingFault[]> {
  return [
    ...questionFaults(tool, settings),
    ...riskFaults(tool, settings),
    ...expressionFaults(tool, settings),
    ...aliasFaults(others, settings.alias),
    ...templateFaults(settings.promptTemplate),
    ...groupFaults(settings),
    ...(await approverFaults(db, tool, settings)),
    ...routingFaults(settings),
    ...(await approvalRuleFaults(db, tool, settings)),
    ...(await escalationFaults(db, tool, settings)),
  ];
}

function questionFaults(tool: ToolRow, { approval = "required", groups = [] }: Settings): SettingFault[] {
  if (!isQuestionTool(tool)) return [];
  const message = "cannot be set: a question is always answered by a person";
  return [
    ...(approval === "required" ? [] : [{ path: "/approval", message }]),
    ...groups.flatMap((one, n) => (one.approval === "never" ? [{ path: `/groups/${n}/approval`, message }] : [])),
  ];
}

/** A Studio tool's risk cannot be set below what its sandbox may reach implies. To lower it, reduce what it may reach. */
function riskFaults({ source, scoredRisk }: ToolRow, { risk }: Settings): SettingFault[] {
  const least = isStudioSource(source) ? scoredRisk : 0;
  if (risk === undefined || risk === null || risk >= least) return [];
  return [{ path: "/risk", message: `is at least ${least} because of the tool's network access and name` }];
}

function expressionFaults(tool: ToolRow, { approval, approvalWhen }: Settings): SettingFault[] {
  const path = "/approvalWhen";
  if (approvalWhen) {
    const fault = findExpressionFault(approvalWhen);
    if (fault) return [{ path, message: sayExpressionFault(fault) }];
  }
  const asksWhen = (approval ?? tool.approval) === "when";
  const expression = approvalWhen === undefined ? tool.approvalWhen : approvalWhen;
  return asksWhen && expression === null ? [{ path, message: "is required with approval `when`" }] : [];
}

function aliasFaults(others: readonly Pick<ToolRow, "name" | "alias">[], alias: string | null | undefined): SettingFault[] {
  if (!alias) return [];
  const taken = [...RESERVED_NAMES, ...others.flatMap((other) => [other.name, ...(other.alias === null ? [] : [other.alias])])];
  const like = findNameLike(alias, taken);
  if (like === undefined) return [];
  return [
    {
      path: "/alias",
      message: like === alias ? "is the name of another tool" : `looks like the name of another tool, ${like}`,
    },
  ];
}

/** Returns a fault for the first placeholder other than `{toolName}` and `{args}`. */
export function templateFaults(template: string | null | undefined): SettingFault[] {
  const strange = template?.match(/\{(?!toolName\}|args\})[^{}]{0,40}\}?/)?.[0];
  return strange === undefined
    ? []
    : [{ path: "/promptTemplate", message: `${strange} is unknown; only {toolName} and {args} are replaced` }];
}

function groupFaults({ group, groups }: Settings): SettingFault[] {
  if (group !== undefined && groups !== undefined)
    return [{ path: "/group", message: "cannot be combined with `groups`; send one of them" }];
  const names = (groups ?? []).map((one) => one.group);
  return names.flatMap((name, n) =>
    names.indexOf(name) < n ? [{ path: `/groups/${n}/group`, message: "is listed twice" }] : [],
  );
}

async function approverFaults(db: Kysely<Schema>, tool: ToolRow, settings: Settings): Promise<SettingFault[]> {
  const ids = settings.approverIds ?? [];
  if (ids.length === 0) return [];
  const role = settings.approverRole === undefined ? tool.approverRole : settings.approverRole;
  const members = await db
    .selectFrom("member")
    .select("userId")
    .where("workspaceId", "=", tool.workspaceId)
    .where("userId", "in", ids)
    .where("role", "in", role === "admin" ? ["admin"] : ["approver", "admin"])
    .execute();
  const known = new Set(members.map(({ userId }) => userId));
  const needed = role === "admin" ? "role admin" : "the role approver or admin";
  return ids.flatMap((id, n) =>
    known.has(id) ? [] : [{ path: `/approverIds/${n}`, message: `is not a member of this workspace with ${needed}` }],
  );
}
