import { grantPreviewSchema, grantSchema, previewGrantSchema, writeGrantSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Standing grants";

export const grantRoutes = [
  route({
    method: "GET",
    path: "/api/grants",
    summary: "List standing grants: calls that run without approval, with their limits",
    tag,
    who: "member",
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(grantSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.grants.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/grants",
    summary:
      "Create a standing grant: an agent's calls of one tool run without approval where an expression is true; needs `confirm: true`",
    tag,
    who: "admin",
    body: writeGrantSchema,
    answers: { 200: { description: "The grant", schema: grantSchema } },
    run: ({ engine, principal, body }) => engine.grants.write(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/grants/preview",
    summary: "Preview which calls of the last 30 days a grant would have allowed; nothing is stored",
    tag,
    who: "admin",
    body: previewGrantSchema,
    answers: { 200: { description: "Counts, and some of the calls", schema: grantPreviewSchema } },
    run: ({ engine, principal, body }) => engine.grants.preview(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/grants/{id}/revoke",
    summary: "Revoke a grant; its approvals that have not started to run are withdrawn",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The grant, revoked", schema: grantSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params }) => engine.grants.revoke(principal, params.id),
  }),
];
