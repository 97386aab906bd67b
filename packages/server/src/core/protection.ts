import {
  refusePlace,
  type AfterReject,
  type Approval,
  type ApprovalRule,
  type Approver,
  type Role,
  type RoutingRule,
} from "@countersign/protocol";
import { addsPeople, isWiderRule } from "./approval-rule.ts";
import { approvalFor, type GroupedTool } from "./group-approval.ts";

/** The parts of a tool that its protection depends on. */
export interface ProtectedTool extends GroupedTool {
  /** The level that rules use: the highest if the tool is not vetted. */
  risk: number;
  vetted: boolean;
  approvalWhen: string | null;
  /** Enabled and vetted. */
  callable: boolean;
  approverRole: "approver" | "admin" | null;
  approverIds: readonly string[];
  approvalRule: ApprovalRule | null;
  routingRules: readonly RoutingRule[];
  escalateAfterSeconds: number | null;
  escalateTo: readonly Approver[];
  inClient: boolean | null;
  needsSecondPerson: boolean;
  afterReject: AfterReject;
}

export interface ProtectedAgent {
  id: string;
  name: string;
  groups: readonly string[];
  maxRisk: number | null;
  inClient: boolean;
  /** User id of the person it acts for, who decides on none of its proposals above `selfConfirmMaxRisk`. */
  actsFor: string | null;
  /** Null: on none at all. */
  selfConfirmMaxRisk: number | null;
}

/** A member of the workspace. */
export interface ProtectedPerson {
  id: string;
  name: string;
  role: Role;
  teams: readonly string[];
  breakGlass?: boolean;
}

/** All settings that determine what runs without a person and whose approval counts. */
export interface Protections {
  tools: readonly ProtectedTool[];
  agents: readonly ProtectedAgent[];
  /** Omitted if no role changes. */
  people?: readonly ProtectedPerson[];
}

const AFTER_REJECT_STRENGTH = { pause: 2, refuse: 1, ask: 0 } as const satisfies Record<AfterReject, number>;
const STRENGTH = { required: 2, when: 1, never: 0 } as const satisfies Record<Approval, number>;
const IN_CLIENT_BELOW_RISK = 4;
const MAX_TOLD = 10;

/**
 * Describes in plain words how the change lowers protection; empty if it does not. Also checks groups without agents, because
 * an agent may join them later.
 */
export function findLowered(before: Protections, after: Protections): string[] {
  const lowered = [
    ...loweredPeople(before, after),
    ...loweredTools(before, after),
    ...loweredAgents(before, after),
    ...loweredCalls(before, after),
  ];
  return lowered.length > MAX_TOLD ? [...lowered.slice(0, MAX_TOLD), `and ${lowered.length - MAX_TOLD} more`] : lowered;
}

function loweredPeople(before: Protections, after: Protections): string[] {
  return (after.people ?? []).flatMap(({ id, name, role, teams, breakGlass = false }) => {
    const was: Omit<ProtectedPerson, "id" | "name"> = before.people?.find((person) => person.id === id) ?? NO_RIGHTS;
    const joined = teams.filter((team) => !was.teams.includes(team));
    return [
      ...(RANK[role] > RANK[was.role] ? [`${name} ${RAISED_TO[role]}`] : []),
      ...joined.map((team) => `${name} joins ${team}, a team that approval rules can refer to`),
      ...(breakGlass && !was.breakGlass
        ? [`${name} can approve any action alone in an emergency, regardless of its approval rules`]
        : []),
    ];
  });
}

const NO_RIGHTS = { role: "viewer", teams: [] } as const;
const RANK = { viewer: 0, approver: 1, admin: 2 } as const satisfies Record<Role, number>;
const RAISED_TO = {
  viewer: "",
  approver: "can decide on proposals",
  admin: "becomes an administrator, who can decide on proposals and lower protection",
} as const satisfies Record<Role, string>;

function loweredTools(before: Protections, after: Protections): string[] {
  return after.tools.flatMap((tool) => {
    const was = before.tools.find(({ name }) => name === tool.name);
    if (!was) return [];
    return [
      ...(tool.vetted && !was.vetted
        ? [`${tool.name} counts as vetted, so rules treat it as risk level ${tool.risk} instead of ${was.risk}`]
        : tool.risk < was.risk
          ? [`${tool.name} is rated ${tool.risk} instead of ${was.risk}`]
          : []),
      ...(AFTER_REJECT_STRENGTH[tool.afterReject] < AFTER_REJECT_STRENGTH[was.afterReject]
        ? [`rejected calls to ${tool.name} ${AFTER_REJECT_SAYS[tool.afterReject]}`]
        : []),
      ...(isWider(was, tool)
        ? [
            was.approvalRule === null
              ? `more people can decide on ${tool.name}`
              : `${tool.name} needs fewer approvals, or more people can approve`,
          ]
        : []),
      ...was.routingRules.flatMap((rule) =>
        isKept(rule, tool.routingRules) ? [] : [`the routing rule “${rule.name}” no longer protects calls to ${tool.name}`],
      ),
      ...(isSoonerAsked(was, tool) ? [`more people can decide on ${tool.name} after escalation`] : []),
      // Compares with the old setting at the new risk, so that raising the risk in the same change hides nothing.
      ...(mayAnswerInClient(tool) && !mayAnswerInClient({ ...tool, inClient: was.inClient })
        ? [`calls to ${tool.name} can be decided at the agent's client`]
        : []),
      ...(was.needsSecondPerson && !tool.needsSecondPerson
        ? [`calls to ${tool.name} no longer need a second person if self-confirmation is on for the agent`]
        : []),
    ];
  });
}

/** Whether one of these rules asks, for the calls to which `rule` applies, for at least as much. */
const isKept = (rule: RoutingRule, now: readonly RoutingRule[]): boolean =>
  now.some(
    ({ when, approvalRule }) =>
      when === rule.when &&
      (rule.approvalRule === undefined || (approvalRule !== undefined && !isWiderRule(rule.approvalRule, approvalRule))),
  );

const AFTER_REJECT_SAYS = {
  ask: "can be proposed again",
  refuse: "are refused when repeated, but the tool is never paused",
  pause: "",
} as const satisfies Record<AfterReject, string>;

const mayAnswerInClient = ({ inClient, risk, vetted }: ProtectedTool): boolean =>
  refusePlace("client", { risk, vetted, isQuestion: false }) === undefined && (inClient ?? risk < IN_CLIENT_BELOW_RISK);

const isWider = (was: ProtectedTool, now: ProtectedTool): boolean =>
  was.approvalRule !== null || now.approvalRule !== null
    ? isWiderRule(ruleOf(was), ruleOf(now)) || (was.approverRole === "admin" && was.approverIds.length > 0)
    : isWiderSetting(was, now);

/** Expresses the simple settings as a rule. */
const ruleOf = ({ approvalRule, approverRole, approverIds }: ProtectedTool): ApprovalRule =>
  approvalRule ?? {
    needs: "any_of",
    of: approverIds.length > 0 ? approverIds.map((user) => ({ user })) : [{ role: approverRole ?? "approver" }],
  };

/**
 * Escalation adds people, or adds the same people sooner. Whom it adds also decides on calls to which a routing rule applies, so
 * each rule is looked at.
 */
const isSoonerAsked = (was: ProtectedTool, now: ProtectedTool): boolean =>
  [ruleOf(was), ...was.routingRules.flatMap(({ approvalRule }) => approvalRule ?? [])].some(
    (rule) =>
      addsPeople(rule, was.escalateTo, now.escalateTo) ||
      (addsPeople(rule, [], now.escalateTo) && (now.escalateAfterSeconds ?? 0) < (was.escalateAfterSeconds ?? 0)),
  );

const isWiderSetting = (was: ProtectedTool, now: ProtectedTool): boolean =>
  (was.approverRole === "admin" && now.approverRole !== "admin") ||
  (was.approverIds.length > 0 && (now.approverIds.length === 0 || now.approverIds.some((id) => !was.approverIds.includes(id))));

function loweredAgents(before: Protections, after: Protections): string[] {
  return after.agents.flatMap((agent) => {
    const was = before.agents.find(({ id }) => id === agent.id) ?? { ...agent, selfConfirmMaxRisk: null };
    return [
      ...(agent.inClient && !was.inClient ? [`the person using the client of ${agent.name} can decide there`] : []),
      ...(was.actsFor !== null && agent.actsFor !== was.actsFor
        ? [`the person ${agent.name} acted for can decide on its proposals`]
        : []),
      ...(isSelfConfirmWider(was, agent)
        ? [
            `the person ${agent.name} acts for can self-confirm its calls up to risk level ${agent.selfConfirmMaxRisk}, without a second person`,
          ]
        : []),
      ...((agent.maxRisk ?? 5) > (was.maxRisk ?? 5) ? [`${agent.name} can call tools with a higher risk level`] : []),
    ];
  });
}

/** Whether calls of the agent can be confirmed by the person for whom it acts, and could not before, or by another person. */
const isSelfConfirmWider = (was: ProtectedAgent, now: ProtectedAgent): boolean =>
  now.selfConfirmMaxRisk !== null && (now.selfConfirmMaxRisk > (was.selfConfirmMaxRisk ?? -1) || now.actsFor !== was.actsFor);

function loweredCalls(before: Protections, after: Protections): string[] {
  const groups = new Set([...before.tools, ...after.tools].flatMap(({ groupNames }) => groupNames));
  const ofGroups = [...groups].map((group) => ({
    id: `group ${group}`,
    name: `an agent in the group ${group}`,
    groups: [group],
    maxRisk: null,
  }));
  return after.tools.flatMap((tool) => {
    const was = before.tools.find(({ name }) => name === tool.name);
    const told = [...after.agents, ...ofGroups].flatMap((agent) => {
      const agentWas =
        "inClient" in agent ? (before.agents.find(({ id }) => id === agent.id) ?? { ...agent, groups: [] }) : agent;
      const earlier = was ? approvalOf(was, agentWas) : undefined;
      const now = approvalOf(tool, agent);
      // Hiding a tool of the lowest risk is no protection.
      if (now === undefined || (earlier === undefined && tool.risk === 0)) return [];
      const sameWords = earlier !== "when" || now !== "when" || was?.approvalWhen === tool.approvalWhen;
      return STRENGTH[now] < STRENGTH[earlier ?? "required"] || !sameWords
        ? [`${agent.name} may call ${tool.name} ${UNASKED[now]}`]
        : [];
    });
    return told.slice(0, 1);
  });
}

const UNASKED = {
  required: "",
  when: "without approval unless an expression requires it",
  never: "without approval",
} as const satisfies Record<Approval, string>;

/** Undefined if the agent cannot call the tool. */
const approvalOf = (tool: ProtectedTool, agent: Pick<ProtectedAgent, "groups" | "maxRisk">): Approval | undefined =>
  tool.callable && tool.groupNames.some((group) => agent.groups.includes(group)) && tool.risk <= (agent.maxRisk ?? 5)
    ? approvalFor(tool, agent.groups)
    : undefined;
