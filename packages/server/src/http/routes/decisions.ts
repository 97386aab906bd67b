import {
  actionSchema,
  approveSchema,
  assignSchema,
  batchApproveSchema,
  batchResultSchema,
  decisionsSchema,
  previewEditsSchema,
  refineSchema,
  rejectSchema,
  retrySchema,
  settleSchema,
  timeLimitSchema,
  withdrawSchema,
  type DecisionItem,
  type ErrorCode,
} from "@countersign/protocol";
import { route } from "../route.ts";

/** Common to all decision routes. They are for people only: agents and workers are refused before input is read. */
const decision = { method: "POST", tag: "Decisions", who: "approver", decides: true } as const;
const problems: readonly ErrorCode[] = ["INVALID_STATE", "DIGEST_MISMATCH", "STALE"];
const approvalProblems: readonly ErrorCode[] = [...problems, "DIGEST_REQUIRED"];
const answers = { 200: { description: "The updated action", schema: actionSchema } };
const batchAnswers = { 200: { description: "Counts, and one result per action", schema: batchResultSchema } };

/** Omits an undefined comment, as the engine's types require. */
const withComment = (comment: string | undefined) => (comment === undefined ? {} : { comment });

export const decisionRoutes = [
  route({
    ...decision,
    path: "/api/pending-actions/{id}/approve",
    summary: "Approve an action, with or without edits; it then runs",
    body: approveSchema,
    answers,
    problems: approvalProblems,
    run: ({ engine, principal, params, body, channel }) => engine.decisions.approve(principal, params.id, { ...body, channel }),
  }),
  route({
    ...decision,
    urgent: true,
    path: "/api/pending-actions/{id}/reject",
    summary: "Reject an action",
    body: rejectSchema,
    answers,
    problems,
    run: ({ engine, principal, params, body: { reason, ...body }, channel }) =>
      engine.decisions.reject(principal, params.id, { ...body, ...withComment(reason), channel }),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/{id}/refine",
    summary: "Send an action back with feedback",
    body: refineSchema,
    answers,
    problems,
    run: ({ engine, principal, params, body: { feedback, ...body }, channel }) =>
      engine.decisions.refine(principal, params.id, { ...body, comment: feedback, channel }),
  }),
  route({
    method: "PUT",
    path: "/api/pending-actions/{id}/assignee",
    summary: "Assign a pending action to a person who can decide on it, or unassign it",
    tag: "Decisions",
    who: "approver",
    body: assignSchema,
    answers,
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.assignments.assign(principal, params.id, body),
  }),
  route({
    method: "PUT",
    path: "/api/pending-actions/{id}/time-limit",
    summary: "Change when a pending action expires",
    tag: "Decisions",
    who: "approver",
    body: timeLimitSchema,
    answers,
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.timeLimits.change(principal, params.id, body),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/{id}/retry",
    summary: "Retry a failed action",
    body: retrySchema,
    answers,
    problems,
    run: ({ engine, principal, params, body }) => engine.settlements.retry(principal, params.id, body.comment),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/{id}/withdraw",
    summary: "Withdraw the approval of an action that has not started",
    body: withdrawSchema,
    answers,
    problems,
    run: ({ engine, principal, params, body }) => engine.settlements.withdraw(principal, params.id, body.comment),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/{id}/settle",
    summary: "Settle an action whose outcome is unknown",
    body: settleSchema,
    answers,
    problems,
    run: ({ engine, principal, params, body }) => engine.settlements.settle(principal, params.id, body.outcome, body.note),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/{id}/preview",
    summary: "Preview what an approval with these edits would run; nothing is stored",
    scope: "read",
    body: previewEditsSchema,
    answers,
    problems,
    run: ({ engine, principal, params, body }) => engine.decisions.previewEdits(principal, params.id, body.userEdits),
  }),
  route({
    ...decision,
    path: "/api/pending-actions/batch/{batchId}/approve",
    summary: "Decide on actions of one batch; actions that are not listed stay pending",
    body: batchApproveSchema,
    answers: batchAnswers,
    problems: ["DIGEST_REQUIRED"],
    run: ({ engine, principal, params, body, channel }) => {
      const items = body.items.map(({ exclude, ...item }): DecisionItem => ({
        ...item,
        verdict: exclude ? "reject" : "approve",
      }));
      return engine.decisions.decideMany(principal, items, channel, params.batchId);
    },
  }),
  route({
    ...decision,
    path: "/api/pending-actions/decisions",
    summary: "Decide on any selection of actions, each separately",
    body: decisionsSchema,
    answers: batchAnswers,
    problems: ["DIGEST_REQUIRED"],
    run: ({ engine, principal, body, channel }) => engine.decisions.decideMany(principal, body.items, channel),
  }),
];
