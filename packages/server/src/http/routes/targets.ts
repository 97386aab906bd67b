import { actionSchema, rebaseSchema, targetSchema } from "@countersign/protocol";
import { route } from "../route.ts";

export const targetRoutes = [
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/target",
    summary: "Read what became of an action's target since it was proposed",
    tag: "Pending actions",
    who: "member",
    answers: {
      200: { description: "The target then and now, and what the same input would make of it", schema: targetSchema },
    },
    run: ({ engine, principal, params }) => engine.targets.read(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/rebase",
    summary: "Put the same call over the target as it is now in the place of an action whose target changed",
    tag: "Decisions",
    who: "approver",
    decides: true,
    body: rebaseSchema,
    answers: {
      201: { description: "The new action, pending; `supersedes` names the old one, now refined", schema: actionSchema },
    },
    problems: ["INVALID_STATE", "DIGEST_MISMATCH", "STALE", "UNAVAILABLE"],
    run: ({ engine, principal, params, body, channel }) => engine.targets.rebase(principal, params.id, { ...body, channel }),
  }),
];
