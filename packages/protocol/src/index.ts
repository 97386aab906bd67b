// Every name exported here is public contract; a new line is a promise.
export {
  ACTION_STATUSES,
  APPROVALS,
  EFFECTS,
  FAILURE_CODES,
  LIST_SORTS,
  PRINCIPAL_KINDS,
  RISKS,
  ROLES,
  TARGET_STATES,
  VERDICTS,
  type ActionStatus,
  type Approval,
  type Effect,
  type FailureCode,
  type ListSort,
  type PrincipalKind,
  type Risk,
  type Role,
  type TargetState,
  type Verdict,
} from "./words.ts";
export { ERROR_CODES, ERRORS, type ErrorCode } from "./errors.ts";
export { isJsonObject, json, jsonObject, text, type Json, type JsonObject } from "./json.ts";
export {
  actionPageSchema,
  actionSchema,
  actionSummarySchema,
  attemptSchema,
  countsSchema,
  decisionSchema,
  failureSchema,
  previewSchema,
  principalSchema,
  timelineEntrySchema,
  type Action,
  type ActionPage,
  type ActionSummary,
  type Attempt,
  type Counts,
  type Decision,
  type Failure,
  type Preview,
  type PrincipalRef,
  type TimelineEntry,
} from "./action.ts";
export {
  outcomeSchema,
  proposeManySchema,
  proposeSchema,
  proposedBatchSchema,
  type Outcome,
  type ProposedBatch,
  type ProposeManyRequest,
  type ProposeRequest,
} from "./propose.ts";
export {
  approveSchema,
  batchApproveSchema,
  batchResultSchema,
  decisionsSchema,
  previewEditsSchema,
  rebaseSchema,
  refineSchema,
  rejectSchema,
  retrySchema,
  settleSchema,
  type BatchResult,
  type DecisionItem,
} from "./decide.ts";
export {
  toolDefinitionSchema,
  toolName,
  toolSchema,
  toolSettingsSchema,
  type Tool,
  type ToolDefinition,
  type ToolSettings,
} from "./tools.ts";
export {
  claimRequestSchema,
  claimSchema,
  claimsSchema,
  completeSchema,
  failSchema,
  heartbeatSchema,
  previewAnswerSchema,
  previewRequestSchema,
  registeredToolsSchema,
  registerToolsSchema,
  type Claim,
  type Claims,
  type PreviewRequest,
} from "./worker.ts";
export { liveEvents, type LiveEvent, type LiveEventName } from "./live.ts";
export { targetSchema, type Target } from "./target.ts";
export { insightsSchema, type DecidedFigures, type Insights, type ProposedFigures } from "./insights.ts";
export { auditReportSchema, evidenceSchema, type AuditReport, type Evidence } from "./audit.ts";
export { problemSchema, type Problem } from "./problem.ts";
export {
  addMemberSchema,
  auditEntrySchema,
  changeMemberSchema,
  createdKeySchema,
  createKeySchema,
  credentialsSchema,
  keySchema,
  memberSchema,
  meSchema,
  type AuditEntry,
  type Credentials,
  type Key,
  type Me,
  type Member,
} from "./admin.ts";
export { displaySegments, displayText, parseDisplayText, type DisplayOptions, type DisplaySegment } from "./display.ts";
