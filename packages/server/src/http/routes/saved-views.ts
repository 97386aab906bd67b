import { changeSavedViewSchema, createSavedViewSchema, savedViewSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Saved views";

export const savedViewRoutes = [
  route({
    method: "GET",
    path: "/api/saved-views",
    summary: "List your own saved views and those shared in the workspace",
    tag,
    who: "member",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(savedViewSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.savedViews.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/saved-views",
    summary: "Save filters of a page under a name, for yourself or for everybody in the workspace",
    tag,
    who: "member",
    body: createSavedViewSchema,
    answers: { 200: { description: "The view", schema: savedViewSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, body }) => engine.savedViews.create(principal, body),
  }),
  route({
    method: "PUT",
    path: "/api/saved-views/{id}",
    summary:
      "Rename a view, replace its filters, share it or make it private; only the author or an administrator can change a shared view",
    tag,
    who: "member",
    body: changeSavedViewSchema,
    answers: { 200: { description: "The view as it is now", schema: savedViewSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.savedViews.change(principal, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/api/saved-views/{id}",
    summary: "Delete a view; a shared one, its author or an administrator",
    tag,
    who: "member",
    answers: { 200: { description: "The deleted view", schema: z.object({ id: z.string() }) } },
    run: ({ engine, principal, params }) => engine.savedViews.remove(principal, params.id),
  }),
];
