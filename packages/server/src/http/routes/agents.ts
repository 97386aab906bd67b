import { agentSchema, changeAgentSchema, commandLineSchema } from "@countersign/protocol";
import { z } from "zod";
import { ok } from "../../core/refusal.ts";
import { isOnThisMachine } from "../guard-request.ts";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Agents";

export const agentRoutes = [
  route({
    method: "GET",
    path: "/api/agents",
    summary: "List agents (agent keys) with the number of their pending actions",
    tag,
    who: "member",
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(agentSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.agents.list(principal), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/command-line",
    summary: "Read how a client on the server's machine starts the command line; null for callers on other machines",
    tag,
    who: "member",
    answers: { 200: { description: "Program and arguments, as absolute paths", schema: commandLineSchema } },
    run: async ({ settings, request, fromLoopback }) => {
      const isHere = isOnThisMachine({ request, fromLoopback });
      const { commandLine = null, importCommand = null, importsHere = false } = isHere ? settings : {};
      return ok({ command: commandLine, importCommand, importsHere });
    },
  }),
  route({
    method: "PUT",
    path: "/api/agents/{id}",
    summary: "Change which tools an agent can list and call; lower protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeAgentSchema,
    answers: { 200: { description: "The updated agent", schema: agentSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.agents.change(principal, params.id, body),
  }),
];
