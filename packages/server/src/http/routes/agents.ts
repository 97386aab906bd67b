import { agentSchema, changeAgentSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Agents";

export const agentRoutes = [
  route({
    method: "GET",
    path: "/api/agents",
    summary: "List agents, which are the agent keys, with what waits of theirs",
    tag,
    who: "member",
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(agentSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.agents(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/agents/{id}",
    summary: "Change what an agent may see and call; less protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeAgentSchema,
    answers: { 200: { description: "The agent as it is now", schema: agentSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.changeAgent(principal, params.id, body),
  }),
];
