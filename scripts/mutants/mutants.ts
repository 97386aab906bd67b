import { ACCOUNT_MUTANTS } from "./account-mutants.ts";
import { AGAIN_MUTANTS } from "./again-mutants.ts";
import { REVIEW_MUTANTS } from "./review-mutants.ts";
import { APPROVER_MUTANTS } from "./approver-mutants.ts";
import { ASSIGNMENT_MUTANTS } from "./assignment-mutants.ts";
import { COMMENT_MUTANTS } from "./comment-mutants.ts";
import { ASKING_MUTANTS } from "./asking-mutants.ts";
import { AUTHORIZE_MUTANTS } from "./authorize-mutants.ts";
import { BREAK_GLASS_MUTANTS } from "./break-glass-mutants.ts";
import { CHAT_MUTANTS } from "./chat-mutants.ts";
import { CONFIG_FILE_MUTANTS } from "./config-file-mutants.ts";
import { CONNECTION_MUTANTS } from "./connection-mutants.ts";
import { CONTENT_MUTANTS } from "./content-mutants.ts";
import { DESCRIBED_MUTANTS } from "./described-mutants.ts";
import { EMERGENCY_MUTANTS } from "./emergency-mutants.ts";
import { ENGINE_MUTANTS } from "./engine-mutants.ts";
import { EVIDENCE_MUTANTS } from "./evidence-mutants.ts";
import { FAULT_MUTANTS } from "./fault-mutants.ts";
import { MCP_SERVER_MUTANTS } from "./mcp-server-mutants.ts";
import { HISTORY_MUTANTS } from "./history-mutants.ts";
import { KEY_LIMIT_MUTANTS } from "./key-limit-mutants.ts";
import { KEY_MUTANTS } from "./key-mutants.ts";
import { LOAD_MUTANTS } from "./load-mutants.ts";
import { NEIGHBOUR_MUTANTS } from "./neighbour-mutants.ts";
import { MESSAGE_DECISION_MUTANTS } from "./message-decision-mutants.ts";
import { NOT_BEFORE_MUTANTS } from "./not-before-mutants.ts";
import { NOTIFICATION_MUTANTS } from "./notification-mutants.ts";
import { PUSH_MUTANTS } from "./push-mutants.ts";
import { SUMMARY_MUTANTS } from "./summary-mutants.ts";
import { ON_CALL_MUTANTS } from "./on-call-mutants.ts";
import { POLICY_MUTANTS } from "./policy-mutants.ts";
import { QUESTION_MUTANTS } from "./question-mutants.ts";
import { RATING_MUTANTS } from "./rating-mutants.ts";
import { ROUTING_MUTANTS } from "./routing-mutants.ts";
import { SANDBOX_MUTANTS } from "./sandbox-mutants.ts";
import { SELF_CONFIRM_MUTANTS } from "./self-confirm-mutants.ts";
import { SERVICE_MUTANTS } from "./service-mutants.ts";
import { STUDIO_MUTANTS } from "./studio-mutants.ts";
import { TEMPLATE_MUTANTS } from "./template-mutants.ts";
import { TIME_LIMIT_MUTANTS } from "./time-limit-mutants.ts";
import { CONDITION_MUTANTS } from "./condition-mutants.ts";
import { TITLE_MUTANTS } from "./title-mutants.ts";
import { OAUTH_MUTANTS } from "./oauth-mutants.ts";
import { SIGN_ON_MUTANTS } from "./sign-on-mutants.ts";
import { SAVED_VIEW_MUTANTS } from "./saved-view-mutants.ts";
import { WIDGET_MUTANTS } from "./widget-mutants.ts";
import { WORKSPACE_MUTANTS } from "./workspace-mutants.ts";

/** A guard to remove, and the tests that must fail without it. */
export interface Mutant {
  name: string;
  /** Path from the root of the repository. */
  file: string;
  /** Must occur exactly once in the file. */
  find: string;
  replace: string;
  test: string;
  /** Regular expression for test names, as narrow as possible. */
  only: string;
}

export const MUTANTS: readonly Mutant[] = [
  ...ENGINE_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...AGAIN_MUTANTS,
  ...AUTHORIZE_MUTANTS,
  ...CHAT_MUTANTS,
  ...APPROVER_MUTANTS,
  ...ROUTING_MUTANTS,
  ...REVIEW_MUTANTS,
  ...ASKING_MUTANTS,
  ...CONFIG_FILE_MUTANTS,
  ...CONNECTION_MUTANTS,
  ...CONTENT_MUTANTS,
  ...DESCRIBED_MUTANTS,
  ...EMERGENCY_MUTANTS,
  ...EVIDENCE_MUTANTS,
  ...FAULT_MUTANTS,
  ...MCP_SERVER_MUTANTS,
  ...HISTORY_MUTANTS,
  ...KEY_MUTANTS,
  ...KEY_LIMIT_MUTANTS,
  ...LOAD_MUTANTS,
  ...NEIGHBOUR_MUTANTS,
  ...POLICY_MUTANTS,
  ...BREAK_GLASS_MUTANTS,
  ...QUESTION_MUTANTS,
  ...RATING_MUTANTS,
  ...SANDBOX_MUTANTS,
  ...SELF_CONFIRM_MUTANTS,
  ...SERVICE_MUTANTS,
  ...STUDIO_MUTANTS,
  ...TEMPLATE_MUTANTS,
  ...TITLE_MUTANTS,
  ...CONDITION_MUTANTS,
  ...OAUTH_MUTANTS,
  ...SIGN_ON_MUTANTS,
  ...SAVED_VIEW_MUTANTS,
  ...WIDGET_MUTANTS,
  ...WORKSPACE_MUTANTS,
  ...ON_CALL_MUTANTS,
  ...NOTIFICATION_MUTANTS,
  ...PUSH_MUTANTS,
  ...SUMMARY_MUTANTS,
  ...ASSIGNMENT_MUTANTS,
  ...COMMENT_MUTANTS,
  ...TIME_LIMIT_MUTANTS,
  ...NOT_BEFORE_MUTANTS,
  ...MESSAGE_DECISION_MUTANTS,
];
