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
    summary: "List groups with their tools, and how many agents have each",
    tag,
    who: "member",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(groupSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.groups.list(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/groups/{name}",
    summary: "Make or change a group; less protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeGroupSchema,
    answers: { 200: { description: "The group as it is now", schema: groupSchema } },
    run: async ({ engine, principal, params, body }) => {
      const name = groupName.safeParse(params.name);
      if (name.success) return engine.groups.change(principal, name.data, body);
      const errors = name.error.issues.map(({ message }) => ({ path: "/name", message }));
      return refuse("INVALID_INPUT", "A group cannot have this name.", { errors });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/groups/{name}",
    summary: "Remove a group from its tools and agents; less protection needs `?confirm=true`",
    tag,
    who: "admin",
    query: removeGroupSchema,
    answers: { 200: { description: "Which group is gone", schema: z.object({ name: z.string() }) } },
    problems: ["INVALID_INPUT"],
    run: ({ engine, principal, params, query }) => engine.groups.remove(principal, params.name, query.confirm === "true"),
  }),
];
