import { createDelegationSchema, delegationSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Decisions";

export const delegationRoutes = [
  route({
    method: "GET",
    path: "/api/delegations",
    summary: "List delegations with their periods",
    tag,
    who: "member",
    answers: {
      200: { description: "Delegations, the latest end first", schema: z.object({ items: z.array(delegationSchema) }) },
    },
    run: async ({ engine, principal }) => mapResult(await engine.delegations.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/delegations",
    summary: "Name a delegate who decides for you for a time; administrators can do this for anybody; needs `confirm: true`",
    tag,
    who: "approver",
    body: createDelegationSchema,
    answers: { 200: { description: "The delegation", schema: delegationSchema } },
    run: ({ engine, principal, body }) => engine.delegations.create(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/delegations/{id}/revoke",
    summary: "End a delegation; approvals under it that have not started to run are withdrawn",
    tag,
    who: "approver",
    body: z.object({}),
    answers: { 200: { description: "The delegation, revoked", schema: delegationSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params }) => engine.delegations.revoke(principal, params.id),
  }),
];
