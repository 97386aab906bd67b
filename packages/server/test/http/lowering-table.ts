/**
 * How each route that changes something affects protection. `never` says why it cannot lower any; `lowers` names each way to
 * lower it, and all of them require `confirm: true`. A route without an entry fails `lowering.int.test.ts`.
 */
export type Lowering = { never: string } | { lowers: readonly string[] };

const never = (why: string): Lowering => ({ never: why });
const lowers = (...ways: string[]): Lowering => ({ lowers: ways });

const DECISION = never("a decision on one action, made by whoever may decide it");
const PROPOSAL = never("a call that goes through the gate itself");
const CONVERSATION = never("a conversation; its calls go through the gate");
const CONTENT = never("content that its author may write; what protects it are the rights in folders");
const REVOKES = never("it takes a right away");
const EXECUTION = never("a report on work that was claimed");
const LOOKS = never("it only looks");

export const LOWERING: Record<string, Lowering> = {
  "POST /api/pending-actions": PROPOSAL,
  "POST /api/pending-actions/batch": PROPOSAL,
  "POST /api/pending-actions/{id}/cancel": PROPOSAL,
  "POST /api/pending-actions/{id}/approve": DECISION,
  "POST /api/pending-actions/{id}/reject": DECISION,
  "POST /api/pending-actions/{id}/refine": DECISION,
  "POST /api/pending-actions/{id}/retry": DECISION,
  "POST /api/pending-actions/{id}/settle": DECISION,
  "POST /api/pending-actions/{id}/preview": LOOKS,
  "POST /api/pending-actions/{id}/rebase": DECISION,
  "POST /api/pending-actions/batch/{batchId}/approve": DECISION,
  "POST /api/pending-actions/decisions": DECISION,
  "POST /api/checkpoints": DECISION,
  "POST /api/checkpoints/{id}/approve": DECISION,
  "POST /api/checkpoints/{id}/reject": DECISION,
  "POST /api/delegations": lowers("somebody else's approval counts as one's own"),
  "POST /api/delegations/{id}/revoke": REVOKES,
  "POST /api/repeats/{id}/lift": DECISION,
  "POST /api/emergency-stop": never("it stops everything"),
  "POST /api/emergency-stop/lift": DECISION,
  "PUT /api/tools/{name}": lowers(
    "a call needs no approval",
    "a lower risk",
    "a tool counts as vetted",
    "a weaker rule",
    "more approvers",
    "a rejected call may be asked about again",
  ),
  "POST /api/tools/{name}/try": PROPOSAL,
  "PUT /api/groups/{name}": lowers("a call needs no approval in a group"),
  "DELETE /api/groups/{name}": lowers("a group that asked for approval is gone"),
  "POST /api/grants": lowers("calls of one tool need no approval for a time"),
  "POST /api/grants/preview": LOOKS,
  "POST /api/grants/{id}/revoke": REVOKES,
  "PUT /api/agents/{id}": lowers("an agent in a group that asks nobody", "a higher cap on risk", "answers at its client count"),
  "POST /api/upstreams": lowers("a trusted upstream", "private addresses"),
  "POST /api/upstreams/check": lowers("private addresses"),
  "PUT /api/upstreams/{name}": lowers("a trusted upstream", "another server in a trusted one's place"),
  "DELETE /api/upstreams/{name}": REVOKES,
  "POST /api/upstreams/{name}/restart": never("it connects anew to what is configured"),
  "POST /api/notifications/{id}/repeat": never("what a channel may show is a setting of its connection"),
  "PUT /api/notification-preference": never("how a person is told; who may decide does not depend on it"),
  "POST /api/notifications/unsubscribe/{token}": never("it turns a channel off for one person"),
  "PUT /api/chat/agents/{id}": CONVERSATION,
  "POST /api/chat/sessions": CONVERSATION,
  "PUT /api/chat/sessions/{id}": CONVERSATION,
  "POST /api/chat/sessions/{id}/messages": CONVERSATION,
  "POST /api/chat/sessions/{id}/continue": CONVERSATION,
  "POST /api/chat/sessions/{id}/stop": CONVERSATION,
  "POST /api/chat/sessions/{id}/refine": DECISION,
  "POST /api/connections": lowers("private addresses"),
  "PUT /api/connections/{id}": lowers("private addresses"),
  "DELETE /api/connections/{id}": REVOKES,
  "POST /api/connections/{id}/test": LOOKS,
  "POST /api/connections/{id}/authorization": LOOKS,
  "POST /api/connections/authorization": never("it stores credentials for tools whose approvals stay as they are"),
  "POST /api/worker/tools": never("a new tool needs approval, and a changed one needs it again"),
  "POST /api/worker/claims": EXECUTION,
  "POST /api/worker/claims/{id}/heartbeat": EXECUTION,
  "POST /api/worker/claims/{id}/complete": EXECUTION,
  "POST /api/worker/claims/{id}/fail": EXECUTION,
  "POST /api/worker/previews/{pendingActionId}": EXECUTION,
  "POST /api/keys": lowers("an agent in a group that asks nobody"),
  "DELETE /api/keys/{id}": REVOKES,
  "POST /api/members": lowers("a new approver", "a new administrator"),
  "POST /api/members/{userId}/invitation": never("a link for somebody who has the role already"),
  "PUT /api/members/{userId}": lowers("a role is raised"),
  "DELETE /api/members/{userId}": REVOKES,
  "PUT /api/settings": lowers("new approvers count sooner"),
  "POST /api/audit/verify": LOOKS,
  "PUT /api/content/types/{kind}/{name}": CONTENT,
  "POST /api/content/elements": CONTENT,
  "PUT /api/content/elements/{id}": CONTENT,
  "POST /api/content/assets": CONTENT,
  "PUT /api/content/rights": lowers("a restriction is dropped", "a right is added"),
  "POST /api/content/import": CONTENT,
  "POST /api/content/sample": CONTENT,
  "POST /api/studio/tools": never("a draft is no tool before it is published"),
  "PUT /api/studio/tools/{name}": never("a draft is no tool before it is published"),
  "DELETE /api/studio/tools/{name}": REVOKES,
  "POST /api/studio/tools/{name}/runs": lowers("a draft that may write runs"),
  "POST /api/studio/tools/{name}/publish": lowers("the new version asks nobody, or has a lower risk"),
  "POST /api/studio/tools/{name}/retire": REVOKES,
  "POST /api/studio/tools/{name}/versions/{version}/restore": never("a draft is no tool before it is published"),
};
