import { createDelegationSchema, delegationSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Decisions";

export const delegationRoutes = [
  route({
    method: "GET",
    path: "/api/delegations",
    summary: "List who decides in whose place, and from when to when",
    tag,
    who: "member",
    answers: { 200: { description: "The one that ends last first", schema: z.object({ items: z.array(delegationSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.delegations.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/delegations",
    summary: "Let somebody decide in one's own place for some time; an administrator, in anybody's; needs `confirm: true`",
    tag,
    who: "approver",
    body: createDelegationSchema,
    answers: { 200: { description: "The delegation", schema: delegationSchema } },
    run: ({ engine, principal, body }) => engine.delegations.create(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/delegations/{id}/revoke",
    summary: "End a delegation; what was decided by it and has not begun to run does not run",
    tag,
    who: "approver",
    body: z.object({}),
    answers: { 200: { description: "The delegation, revoked", schema: delegationSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params }) => engine.delegations.revoke(principal, params.id),
  }),
];
