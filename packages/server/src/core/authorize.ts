import {
  BREAK_GLASS,
  DECISION_PLACES,
  isCallableState,
  NEVER_GRANTED_RISK,
  type Approval,
  type ApprovalRule,
  type Approver,
  type Failure,
  type GrantState,
  type PrincipalKind,
  type Role,
  type Verdict,
  type VettingState,
} from "@countersign/protocol";
import {
  approversIn,
  excludesEditor,
  isAble,
  isOneOf,
  readApprovers,
  readRule,
  tallyAll,
  type Voter,
} from "./approval-rule.ts";
import { refuseApprover, type ApproverRule } from "./decide.ts";
import { approvalFor, type GroupedTool } from "./group-approval.ts";
import { isQuestion, isQuestionTool } from "./questions.ts";
import { appliedRules, mayRouteApprovals, routedApprovals } from "./routing.ts";

/*
 * Who may call a tool, who may decide on a call, and whether an approved call may run. Nothing else judges this: statements
 * return the facts below, and write only if the workspace's policy epoch, which every change of a fact moves, is still the one
 * that they were read under.
 */

/** A tool's settings, as stored. */
export interface ToolPolicy extends GroupedTool {
  definitionHash: string;
  enabled: boolean;
  vetting: VettingState;
  /** The level that rules use. */
  risk: number;
  approvalWhen: string | null;
  approverRole: "approver" | "admin" | null;
  approverIds: readonly string[];
  /** JSON. */
  approvalRule: string | null;
  /** JSON of the conditions under which calls take further approvals or have less time. */
  routingRules: string | null;
  /** JSON list of approvers added by escalation. */
  escalateTo: string | null;
  inClient: boolean | null;
  /** True: nobody confirms its calls by an agent that acts for them. */
  needsSecondPerson: boolean | null;
}

/** An agent's key. */
export interface AgentFacts {
  groups: readonly string[];
  maxRisk: number | null;
  /** An administrator allows the person at this agent's MCP client to decide there. */
  inClient: boolean;
  /** User id of the person it acts for. */
  actsFor: string | null;
  /** Highest risk level of the calls that this person may confirm themselves; null: none. */
  selfConfirmMaxRisk: number | null;
  isRevoked: boolean;
}

/** Somebody with a part in an action. */
export interface PersonFacts {
  id: string;
  name: string;
  /** Null for a person who is no member. */
  role: Role | null;
  /** Team names; empty if the person is not a member of the workspace. */
  teams: readonly string[];
  /** The role that counts in an approval rule of several people: a raised role counts only after a waiting time. */
  countedRole: Role | null;
  /** The teams that count in such a rule: a new one counts only after the same time. */
  countedTeams: readonly string[];
  /** The right to break the glass, which counts only after that time, too. */
  mayBreakGlass?: boolean;
}

/** A person as an approval rule counts them. */
export const countedVoter = ({ id, name, countedRole, countedTeams }: PersonFacts): Voter => ({
  id,
  name,
  role: countedRole,
  teams: countedTeams,
});

export interface DecisionFacts {
  verdict: Verdict;
  byId: string;
  /** User id of the delegator. */
  onBehalfOf: string | null;
  voteRound: number;
  /** Where it was made; see `DecisionRequest`. */
  channel?: string;
  /** The delegation it was made under is revoked. */
  isRevoked: boolean;
}

/** A standing grant. */
export interface GrantFacts {
  id: string;
  agentId: string;
  toolName: string;
  toolHash: string;
  toolSource: string;
  /** User id of its author. */
  writtenBy: string;
  /** The author's role now. */
  authorRole: Role | null;
  isRevoked: boolean;
  isExpired: boolean;
}

/** Everything that decides on one action, read by one statement. */
export interface ActionFacts {
  toolName: string;
  toolHash: string;
  source: string;
  proposedBy: string;
  policyWhen: string | null;
  /** What the routing rules' expressions said; see `core/routing.ts`. */
  routing: string | null;
  voteRound: number;
  /** User id of the last editor. */
  editedBy: string | null;
  escalatedAt: Date | null;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
  delegationId: string | null;
  decisions: readonly DecisionFacts[];
  /** Null if the tool is gone. */
  tool?: ToolPolicy | null;
  /** Null if there is no such key. */
  agent?: AgentFacts | null;
  /** Whom the rule names, who decided, and the author of the grant. */
  people?: readonly PersonFacts[];
  /** The delegation by which it was resolved. */
  delegation?: { userId: string; isRevoked: boolean } | null;
  /** The standing grant that approved the action; null if a person or a policy did. */
  grant?: GrantFacts | null;
}

/** Below this risk the person at the client may answer unless the tool says otherwise; above `DECISION_PLACES.client` never. */
export const IN_CLIENT_BELOW_RISK = 4;

/** Resolver id of answers at an agent's client; no user has such an id. */
export const clientOf = (agentId: string): string => `client:${agentId}`;

const GRANT = "grant:";
/** Resolver id of actions that a grant approved; no policy and no other principal has such an id. */
export const grantAsResolver = (grantId: string): string => `${GRANT}${grantId}`;

export const isCallable = (tool: Pick<ToolPolicy, "enabled" | "vetting">): boolean =>
  tool.enabled && isCallableState(tool.vetting);

/** Whether one of the agent's groups holds the tool. */
const isHeld = ({ groupNames }: Pick<ToolPolicy, "groupNames">, { groups }: Pick<AgentFacts, "groups">): boolean =>
  groupNames.some((name) => groups.includes(name));

/** Whether the tool's risk level exceeds the highest that an administrator set for this agent. */
const isOverCap = ({ risk }: Pick<ToolPolicy, "risk">, { maxRisk }: Pick<AgentFacts, "maxRisk">): boolean =>
  maxRisk !== null && risk > maxRisk;

/** Whether agents see the tool as theirs, whatever approval its calls need. */
export const mayCall = (tool: ToolPolicy, agent: AgentFacts): boolean =>
  !agent.isRevoked && isCallable(tool) && isHeld(tool, agent) && !isOverCap(tool, agent);

/** What a call's handling depends on before it is proposed. */
export interface JudgedCall {
  /** Effective approval for this agent; its groups may override the tool's. */
  approval: Approval;
  /** Groups of the agent; null if it has none, or its key is revoked. */
  groups: string[] | null;
  /** The agent's key is active and one of its groups holds the tool. */
  allowed: boolean;
  /** The tool's risk exceeds this agent's maximum. */
  overCap: boolean;
}

/** Judges whether an agent may call a tool, and with what approval. Without the tool, or with a revoked key, it may not. */
export function judgeCall(tool: ToolPolicy | null, agent: AgentFacts | null): JudgedCall {
  if (!tool || !agent || agent.isRevoked) return { approval: "required", groups: null, allowed: false, overCap: false };
  return {
    approval: approvalFor(tool, agent.groups),
    groups: [...agent.groups],
    allowed: isHeld(tool, agent),
    overCap: isOverCap(tool, agent),
  };
}

/** Whether an answer at the agent's client counts: allowed, no rule restricts who decides, and the agent acts for nobody. */
export const answersInClient = (tool: ToolPolicy, agent: AgentFacts): boolean =>
  agent.inClient &&
  !agent.isRevoked &&
  agent.actsFor === null &&
  (tool.inClient ?? tool.risk < IN_CLIENT_BELOW_RISK) &&
  tool.risk <= DECISION_PLACES.client.maxRisk &&
  tool.approverRole !== "admin" &&
  tool.approverIds.length === 0 &&
  tool.approvalRule === null &&
  !mayRouteApprovals(tool.routingRules);

type ProposedFor = Pick<ActionFacts, "tool" | "source" | "toolHash">;

/** Whether the tool still has the definition and source that it had when the action was proposed. */
export const isSameDefinition = ({ tool, source, toolHash }: ProposedFor): boolean =>
  tool?.source === source && tool.definitionHash === toolHash;

/** Whether the tool is still the one that the action was proposed for, and may be called. */
export const isSameTool = (action: ProposedFor): boolean =>
  Boolean(action.tool) && isCallable(action.tool!) && isSameDefinition(action);

/** Approvers that escalation added; none before it. */
export const escalatedToOf = ({ tool, escalatedAt }: Pick<ActionFacts, "tool" | "escalatedAt">): Approver[] =>
  escalatedAt === null ? [] : (readApprovers(tool?.escalateTo ?? null) ?? []);

/** The parts of an action that say who decides on it. */
type Asked = Pick<ActionFacts, "tool" | "agent" | "routing" | "escalatedAt">;

/** The approval rules of an action: the tool's own, and those of the routing rules that apply. Each must be satisfied. */
export function approvalRulesOf(action: Omit<Asked, "escalatedAt">): ApprovalRule[] {
  const own = readRule(action.tool?.approvalRule ?? null);
  return [...(own ? [own] : []), ...routedApprovals(action)];
}

type OwnFacts = Pick<ActionFacts, "toolName" | "source" | "tool" | "agent" | "routing">;

/** User id of the person for whom the agent acts; null if there is none, and for a question, which asks that person, too. */
export const actsForOf = (action: Pick<OwnFacts, "toolName" | "source" | "agent">): string | null =>
  isQuestion(action) ? null : (action.agent?.actsFor ?? null);

/** User id of the person who does not decide, because the agent acts for them; null if there is none or they may self-confirm. */
export const ownPersonOf = (action: OwnFacts): string | null => (allowsSelfConfirm(action) ? null : actsForOf(action));

/** Whether the person for whom the agent acts may confirm the call; never as one of the people whom an approval rule asks for. */
function allowsSelfConfirm({ tool, agent, routing }: OwnFacts): boolean {
  if (!tool || !agent || agent.selfConfirmMaxRisk === null || tool.needsSecondPerson) return false;
  return tool.risk <= agent.selfConfirmMaxRisk && approvalRulesOf({ tool, agent, routing }).length === 0;
}

/** Who decides on the action; null if its tool is gone, when only the role counts. */
export const approversOf = (action: Asked): ApproverRule | null =>
  action.tool
    ? {
        approverRole: action.tool.approverRole,
        approverIds: action.tool.approverIds,
        approvalRules: approvalRulesOf(action),
        escalatedTo: escalatedToOf(action),
      }
    : null;

/** Whether this person decides on the tool's calls, without escalation and routing rules. */
export const isApproverOf = (
  tool: ToolPolicy | null | undefined,
  person: Pick<PersonFacts, "id" | "role" | "teams">,
): boolean => isAble(person) && refuseApprover(approversOf(unrouted(tool)), { ...person, name: "" }) === undefined;

const unrouted = (tool: ToolPolicy | null | undefined): Asked => ({
  tool: tool ? { ...tool, routingRules: null } : null,
  routing: null,
  escalatedAt: null,
});

/** People whose approvals of the current version count under the action's rules and who may still give them, oldest first. */
export function votersOf(
  action: Asked & Pick<ActionFacts, "toolName" | "source" | "people" | "decisions" | "voteRound" | "editedBy">,
): Voter[] {
  const rules = approvalRulesOf(action);
  if (rules.length === 0) return [];
  const people = new Map((action.people ?? []).map((one) => [one.id, countedVoter(one)]));
  const none = new Set([ownPersonOf(action), excludesEditor(rules) ? action.editedBy : null]);
  const counted = action.decisions.filter(
    ({ verdict, voteRound, byId, onBehalfOf, isRevoked }) =>
      verdict === "approve" &&
      voteRound === action.voteRound &&
      !isRevoked &&
      isAble({ role: people.get(byId)?.role ?? null }) &&
      !none.has(byId) &&
      !none.has(onBehalfOf ?? byId),
  );
  const hands = new Map(counted.map(({ byId, onBehalfOf }) => [onBehalfOf ?? byId, byId]));
  const approvers = [...approversIn(rules), ...escalatedToOf(action)];
  return [...hands].flatMap(([id, byId]) => {
    const voter = people.get(id);
    return voter && isOneOf(approvers, voter) ? [{ ...voter, ...(byId === id ? {} : { delegateId: byId }) }] : [];
  });
}

/** Whether all approvals that the action's rules require are there; true without a rule. */
const isApprovedByAll = (action: ActionFacts): boolean =>
  tallyAll(approvalRulesOf(action), votersOf(action), String, escalatedToOf(action)).missing === 0;

/**
 * User ids of the people whose approvals an execution is based on: of the current version, by members who may still decide;
 * for an approval by a delegate, the delegator. Empty if a policy or a grant approved.
 */
export function approvedBy(
  action: Pick<ActionFacts, "proposedBy" | "resolvedKind" | "resolvedBy" | "voteRound" | "decisions" | "people">,
): string[] {
  if (action.resolvedKind !== "user" || action.resolvedBy === null) return [];
  if (action.resolvedBy === clientOf(action.proposedBy)) return [action.resolvedBy];
  const able = new Set((action.people ?? []).flatMap(({ id, role }) => (isAble({ role }) ? [id] : [])));
  const ids = action.decisions.flatMap(({ verdict, voteRound, byId, onBehalfOf, isRevoked }) =>
    verdict === "approve" && voteRound === action.voteRound && !isRevoked ? [onBehalfOf ?? byId] : [],
  );
  return [...new Set(ids)].filter((id) => able.has(id)).sort();
}

/**
 * Current state of a grant over its tool, leaving out its uses: a call that it approved has consumed its use already. Its
 * author must now be an administrator who may decide on the tool alone: nobody may grant for a rule of several people, or for
 * an agent that acts for them.
 */
export function stateOfGrant(
  grant: GrantFacts,
  tool: ToolPolicy | null | undefined,
  agent: Pick<AgentFacts, "actsFor"> | null | undefined,
): GrantState {
  if (grant.isRevoked) return "revoked";
  if (grant.isExpired) return "expired";
  const isSame = tool?.name === grant.toolName && tool.definitionHash === grant.toolHash && tool.source === grant.toolSource;
  if (!isSame || tool.risk >= NEVER_GRANTED_RISK || isQuestionTool(tool)) return "tool_changed";
  // Teams do not matter: nobody may grant for a tool with a rule, and escalations are left out here.
  const author = { id: grant.writtenBy, role: grant.authorRole, teams: [] };
  const mayGrant = author.role === "admin" && isApproverOf(tool, author) && tool.approvalRule === null;
  return mayGrant && agent?.actsFor !== grant.writtenBy ? "live" : "author_gone";
}

/**
 * Whether a call that required no approval still requires none. Its input is unchanged, so the same policy or grant expression
 * has the same result.
 */
function asksNobody(action: ActionFacts, tool: ToolPolicy, agent: AgentFacts): boolean {
  if (appliedRules(action).length > 0) return false;
  if (action.resolvedBy?.startsWith(GRANT)) {
    const { grant } = action;
    return (
      Boolean(grant) &&
      grant!.agentId === action.proposedBy &&
      grant!.toolName === action.toolName &&
      stateOfGrant(grant!, tool, agent) === "live"
    );
  }
  const approval = approvalFor(tool, agent.groups);
  return approval === "never" || (approval === "when" && tool.approvalWhen !== null && tool.approvalWhen === action.policyWhen);
}

const forbidden = (message: string): Failure => ({ code: "forbidden", message });

/** Why an approved action may not run any more; undefined if it may. */
export function refuseRun(action: ActionFacts): Failure | undefined {
  const { tool, agent } = action;
  if (!tool || !isSameTool(action)) {
    return {
      code: "tool_changed",
      message: "The tool was changed or removed after the approval. Ask the agent for a new proposal.",
    };
  }
  if (!agent || !mayCall(tool, agent)) return forbidden("The agent that proposed this may no longer use the tool.");
  if (action.resolvedKind === "user") return refuseApproval(action, tool, agent);
  return asksNobody(action, tool, agent) ? undefined : forbidden("This tool now needs a person's approval.");
}

/** Whether who resolved the action approved its present version by breaking the glass. */
function brokeGlass({
  decisions,
  voteRound,
  resolvedBy,
}: Pick<ActionFacts, "decisions" | "voteRound" | "resolvedBy">): boolean {
  // Whoever has the action run again approves it as everybody does, so the last approval counts.
  const last = decisions.findLast((one) => one.verdict === "approve" && one.voteRound === voteRound);
  return last?.byId === resolvedBy && last.channel === BREAK_GLASS;
}

/** Why a person's approval does not count any more; undefined if it does. */
function refuseApproval(action: ActionFacts, tool: ToolPolicy, agent: AgentFacts): Failure | undefined {
  const { resolvedBy, delegation = null, people = [] } = action;
  const roleOf = (id: string | null | undefined): Role | null => people.find((one) => one.id === id)?.role ?? null;
  if (resolvedBy === clientOf(action.proposedBy)) {
    return answersInClient(tool, agent) ? undefined : forbidden("This action can no longer be decided at the agent's client.");
  }
  if (brokeGlass(action)) {
    const hand = people.find(({ id }) => id === resolvedBy);
    return hand && isAble(hand) && hand.mayBreakGlass === true
      ? undefined
      : forbidden("The person who approved this in an emergency no longer has permission to do so.");
  }
  const approver = delegation?.userId ?? resolvedBy;
  const { teams = [] } = people.find(({ id }) => id === approver) ?? {};
  const person = { id: approver ?? "", name: "", role: roleOf(approver), teams };
  if (approver === null || !isAble(person) || refuseApprover(approversOf(action), person) !== undefined) {
    return forbidden("The person who approved this may no longer approve.");
  }
  // What a person may confirm themselves, their delegate may not confirm for them.
  if (ownPersonOf(action) === resolvedBy || (delegation !== null && actsForOf(action) === delegation.userId)) {
    return forbidden("The person who approved this is the one the agent acts for.");
  }
  if (action.delegationId !== null && (!delegation || delegation.isRevoked || !isAble({ role: roleOf(resolvedBy) }))) {
    return forbidden("The delegation under which this was approved has ended.");
  }
  return isApprovedByAll(action) ? undefined : forbidden("The action no longer has all the approvals that this tool requires.");
}
