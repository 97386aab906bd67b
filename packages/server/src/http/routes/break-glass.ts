import { actionSchema, breakGlassSchema, glassUseSchema, glassUsesSchema, reviewGlassSchema } from "@countersign/protocol";
import { z } from "zod";
import { refuse } from "../../core/refusal.ts";
import { queryText } from "../query-types.ts";
import { route } from "../route.ts";

const tag = "Break glass";

export const breakGlassRoutes = [
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/break-glass",
    summary: "Approve an action alone in an emergency; all approvers are notified, and another person must review it",
    tag,
    who: "approver",
    decides: true,
    needsSignIn: true,
    body: breakGlassSchema,
    answers: { 200: { description: "The updated action", schema: actionSchema } },
    problems: ["INVALID_STATE", "DIGEST_MISMATCH", "DIGEST_REQUIRED", "STALE"],
    // A page in a frame says so.
    run: async ({ engine, principal, params, body, channel }) =>
      channel === "inbox"
        ? engine.decisions.breakGlass(principal, params.id, body)
        : refuse(
            "FORBIDDEN",
            "An emergency approval is only possible on the action's page in the inbox, by a person who has signed in.",
          ),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/break-glass/review",
    summary: "Review an emergency approval of another person",
    tag,
    who: "approver",
    decides: true,
    body: reviewGlassSchema,
    answers: { 200: { description: "The emergency approval with its review", schema: glassUseSchema } },
    problems: ["NOT_FOUND", "INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.glassReviews.review(principal, params.id, body),
  }),
  route({
    method: "GET",
    path: "/api/break-glass",
    summary: "List emergency approvals, newest first, at most 200",
    tag,
    who: "member",
    query: z.object({
      open: z.enum(["true"]).optional().describe("Only unreviewed approvals"),
      pendingActionId: queryText.optional().describe("Only this action"),
    }),
    answers: { 200: { description: "The approvals, each with its reason and review", schema: glassUsesSchema } },
    run: ({ engine, principal, query: { open, pendingActionId } }) =>
      engine.glassReviews.list(principal, {
        ...(open !== undefined && { open: true }),
        ...(pendingActionId !== undefined && { id: pendingActionId }),
      }),
  }),
];
