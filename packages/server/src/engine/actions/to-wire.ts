import {
  lightPreview,
  type Action,
  type ActionSummary,
  type AuditEntry,
  type Json,
  type JsonObject,
  type PrincipalRef,
  type ShownWidget,
} from "@countersign/protocol";
import { askingPolicies } from "../../core/asking-policies.ts";
import { actsForOf, approvalRulesOf, escalatedToOf, isSameDefinition, ownPersonOf } from "../../core/authorize.ts";
import type { widgetOf } from "../../core/digest.ts";
import { explainApproval } from "../../core/explain-approval.ts";
import { approvalFor } from "../../core/group-approval.ts";
import { fillPrompt } from "../../core/fill-prompt.ts";
import { riskReasons } from "../../core/risk-reasons.ts";
import { isQuestion } from "../../core/questions.ts";
import { appliedRules } from "../../core/routing.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { SummaryRow } from "../../store/statements/list-actions.ts";
import type { ToolQuestion } from "../../store/statements/tool-question.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { shownRisk } from "../decisions/shown-risk.ts";
import { nameIn, votesOf } from "../decisions/votes.ts";

const parse = <T extends Json>(text: string): T => JSON.parse(text) as T;
const parseOrNull = <T extends Json>(text: string | null): T | null => (text === null ? null : parse<T>(text));
const instant = (date: Date | null): string | null => (date === null ? null : date.toISOString());

export function toActionSummary(row: SummaryRow): ActionSummary {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    missionId: row.missionId,
    sessionId: row.sessionId,
    batchId: row.batchId,
    toolName: row.toolName,
    toolInput: parse<JsonObject>(row.toolInput),
    userEdits: parseOrNull<JsonObject>(row.userEdits),
    effectiveInput: parse<JsonObject>(row.effectiveInput),
    preview: lightPreview(JSON.parse(row.preview) as Action["preview"]),
    status: row.status,
    version: row.version,
    digest: row.digest,
    target: row.target,
    snapshot: row.snapshot,
    ...shownRisk(row),
    isQuestion: isQuestion(row),
    effect: row.effect,
    riskReasons: riskReasons({ ...row, ...shownRisk(row) }),
    caption: row.caption,
    ...(row.question === undefined ? {} : { question: row.question && askedOf(row.question) }),
    result: parseOrNull<Json>(row.result),
    error: row.error === null ? null : (JSON.parse(row.error) as Action["error"]),
    createdAt: row.createdAt.toISOString(),
    expiresAt: instant(row.expiresAt),
    targetChangedAt: instant(row.targetChangedAt),
    remindedAt: instant(row.remindedAt),
    escalatedAt: instant(row.escalatedAt),
    ...(row.assignee === undefined ? {} : { assignee: row.assignee }),
    ...(row.commentCount === undefined ? {} : { commentCount: row.commentCount }),
    resolvedAt: instant(row.resolvedAt),
    executedAt: instant(row.executedAt),
    notBefore: instant(row.notBefore),
    proposedBy: { kind: row.proposedKind, id: row.proposedBy, name: row.proposedName },
    resolvedBy: toResolver(row),
    ...(row.selfConfirmed === undefined ? {} : { selfConfirmed: row.selfConfirmed }),
    supersedes: row.supersedes,
    supersededBy: row.supersededBy,
  };
}

/** The input is shown beside the question. Filled in here, an agent's words would stand among the administrator's. */
const askedOf = ({ template, name }: ToolQuestion): string => fillPrompt(template, name, "(the input shown here)");

const toResolver = (row: SummaryRow): PrincipalRef | null =>
  row.resolvedKind === null || row.resolvedBy === null
    ? null
    : { kind: row.resolvedKind, id: row.resolvedBy, name: row.resolvedName ?? row.resolvedBy };

export function toAction(stored: StoredAction): Action {
  return {
    ...toActionSummary(stored),
    preview: JSON.parse(stored.preview) as Action["preview"],
    latestExpiresAt: instant(stored.latestExpiresAt),
    current: parseOrNull<Json>(stored.current),
    proposed: parseOrNull<Json>(stored.proposed),
    approval: explainApproval({
      ...stored,
      approval: approvalOf(stored),
      approvalRules: approvalRulesOf(stored),
      applied: appliedRules(stored),
      nameOf: nameIn(stored),
      escalatedTo: escalatedToOf(stored),
    }),
    votes: votesOf(stored),
    selfConfirmed: stored.decisions.some(({ selfConfirmed }) => selfConfirmed === true),
    attempts: stored.attempts.map(({ claimId: _claimId, ...attempt }) => attempt),
    decisions: stored.decisions.map((decision) => ({
      id: decision.id,
      verdict: decision.verdict,
      by: { kind: decision.byKind, id: decision.byId, name: decision.byName },
      at: new Date(decision.at).toISOString(),
      onBehalfOf:
        decision.onBehalfOf === null ? null : { id: decision.onBehalfOf, name: decision.onBehalfName ?? decision.onBehalfOf },
      selfConfirmed: decision.selfConfirmed === true,
      digest: decision.digest,
      userEdits: parseOrNull<JsonObject>(decision.userEdits),
      comment: decision.comment,
      channel: decision.channel,
      shownForMs: decision.shownForMs,
    })),
  };
}

/** An action as people see it: with what agents are not told, the policies that ask and the reasons to reject it for. */
export function toActionOfPeople(stored: StoredAction): Action {
  const action = toAction(stored);
  const { resolvedKind, resolvedBy } = stored;
  const isUnasked = resolvedKind === "system" && (resolvedBy === "policy" || resolvedBy?.startsWith("grant:") === true);
  return {
    ...action,
    approval: { ...action.approval, policies: askingPolicies({ ...stored, isUnasked }) },
    ...(stored.tool && { rejectReasons: stored.tool.rejectReasons ?? [] }),
    widget: toWidget(stored),
    selfConfirmBy: ownPersonOf(stored) === null ? actsForOf(stored) : null,
  };
}

/** None where the tool changed since the proposal: a drawing by another definition would show another call. */
function toWidget(stored: StoredAction): ShownWidget | null {
  const { tool } = stored;
  if (!tool?.widget || !isSameDefinition({ ...stored, tool })) return null;
  const { sha256, height } = JSON.parse(tool.widget) as ReturnType<typeof widgetOf>;
  return { sha256, height, toolTitle: tool.title ?? tool.name };
}

/** As the agent may read a question: no answer of which it is not certain yet that it is given, or that was not given. */
export const withoutLostAnswer = <Read extends ActionSummary & { decisions?: Action["decisions"] }>(action: Read): Read =>
  action.isQuestion && action.status !== "executed"
    ? {
        ...action,
        userEdits: null,
        effectiveInput: action.toolInput,
        ...(action.decisions && { decisions: action.decisions.map((one) => ({ ...one, userEdits: null })) }),
      }
    : action;

/** Approval that the tool's settings require of this agent's calls; undefined if either is gone. */
const approvalOf = ({ tool, agent }: StoredAction) => (tool && agent ? approvalFor(tool, agent.groups) : undefined);

export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  kind: row.kind,
  actionId: row.actionId,
  by: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  data: parse<JsonObject>(row.data),
  text: row.data,
  hash: Buffer.from(row.hash).toString("hex"),
});

export { toTool, toToolOfAgent } from "../policy/tool-to-wire.ts";
