import { actionSchema, rebaseSchema, targetSchema } from "@countersign/protocol";
import { route } from "../route.ts";

export const targetRoutes = [
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/target",
    summary: "Compare an action's target now with the target when it was proposed",
    tag: "Pending actions",
    who: "member",
    answers: {
      200: {
        description: "The target when proposed, the target now, and the result of the same input on it",
        schema: targetSchema,
      },
    },
    run: ({ engine, principal, params }) => engine.targets.read(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/rebase",
    summary: "Rebase an action whose target changed: supersede it with the same call on the current target",
    tag: "Decisions",
    who: "approver",
    decides: true,
    body: rebaseSchema,
    answers: {
      201: {
        description: "The new pending action; `supersedes` names the old one, which is now refined",
        schema: actionSchema,
      },
    },
    problems: ["INVALID_STATE", "DIGEST_MISMATCH", "STALE", "UNAVAILABLE"],
    run: ({ engine, principal, params, body, channel }) => engine.targets.rebase(principal, params.id, { ...body, channel }),
  }),
];
