import { changeGroupSchema, groupName, groupSchema, removeGroupSchema } from "@countersign/protocol";
import { z } from "zod";
import { refuse } from "../../core/refusal.ts";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Groups";

export const groupRoutes = [
  route({
    method: "GET",
    path: "/api/groups",
    summary: "List groups with their tools and the number of their agents",
    tag,
    who: "member",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(groupSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.groups.list(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/groups/{name}",
    summary: "Create or change a group; lower protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeGroupSchema,
    answers: { 200: { description: "The updated group", schema: groupSchema } },
    run: async ({ engine, principal, params, body }) => {
      const name = groupName.safeParse(params.name);
      if (name.success) return engine.groups.change(principal, name.data, body);
      const errors = name.error.issues.map(({ message }) => ({ path: "/name", message }));
      return refuse("INVALID_INPUT", "This group name is not valid.", { errors });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/groups/{name}",
    summary: "Remove a group from its tools and agents; lower protection needs `?confirm=true`",
    tag,
    who: "admin",
    query: removeGroupSchema,
    answers: { 200: { description: "The removed group", schema: z.object({ name: z.string() }) } },
    problems: ["INVALID_INPUT"],
    run: ({ engine, principal, params, query }) => engine.groups.remove(principal, params.name, query.confirm === "true"),
  }),
];
