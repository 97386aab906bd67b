import {
  actionSchema,
  actionSummarySchema,
  claimRequestSchema,
  claimsSchema,
  completeSchema,
  failSchema,
  heartbeatSchema,
  previewAnswerSchema,
  registeredToolsSchema,
  registerToolsSchema,
} from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

/** Above the default, for the widgets of several tools. */
const MAX_REGISTRATION_BYTES = 8 * 1024 * 1024;

const worker = { method: "POST", tag: "Workers", who: "worker" } as const;

export const workerRoutes = [
  route({
    ...worker,
    path: "/api/worker/tools",
    summary: "Register tools; new tools require approval",
    body: registerToolsSchema,
    bodyBytes: MAX_REGISTRATION_BYTES,
    answers: { 200: { description: "The registered tools", schema: registeredToolsSchema } },
    problems: ["INVALID_STATE"],
    run: async ({ engine, principal, body }) =>
      mapResult(await engine.declaredTools.register(principal, body.tools), (tools) => ({ tools })),
  }),
  route({
    ...worker,
    path: "/api/worker/claims",
    summary: "Claim approved executions; waits until there are some",
    body: claimRequestSchema,
    answers: { 200: { description: "Executions to run and previews to create; both may be empty", schema: claimsSchema } },
    run: ({ engine, principal, body: { tools, waitSeconds = 0, limit = 1 }, signal, isStillValid }) =>
      engine.workers.claim(principal, { tools, waitSeconds, limit }, signal, isStillValid),
  }),
  route({
    ...worker,
    path: "/api/worker/claims/{id}/heartbeat",
    summary: "Extend the lease of a claim",
    body: z.object({}),
    answers: { 200: { description: "The lease is extended", schema: heartbeatSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params }) => engine.workers.heartbeat(principal, params.id),
  }),
  route({
    ...worker,
    path: "/api/worker/claims/{id}/complete",
    summary: "Report the result of an execution",
    body: completeSchema,
    answers: { 200: { description: "The action, executed", schema: actionSummarySchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.workers.complete(principal, params.id, body.result),
  }),
  route({
    ...worker,
    path: "/api/worker/claims/{id}/fail",
    summary: "Report that an execution failed",
    body: failSchema,
    answers: { 200: { description: "The action, failed", schema: actionSummarySchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.workers.fail(principal, params.id, body.error),
  }),
  route({
    ...worker,
    path: "/api/worker/previews/{pendingActionId}",
    summary: "Submit the preview of a pending action, or the faults of its input",
    body: previewAnswerSchema,
    answers: { 200: { description: "The action with its preview; failed if there were faults", schema: actionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.workers.answerPreview(principal, params.pendingActionId, body),
  }),
];
