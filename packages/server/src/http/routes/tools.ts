import { changeToolsSchema, toolSchema, toolSettingsSchema, triedToolSchema, tryToolSchema } from "@countersign/protocol";
import { z } from "zod";
import { ok, refuse } from "../../core/refusal.ts";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";
import { widgetResponse } from "../widget-response.ts";

const tag = "Tools";

export const toolRoutes = [
  route({
    method: "GET",
    path: "/api/tools",
    summary: "List tools; agents see those of their groups",
    tag,
    who: "reader",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(toolSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.tools.list(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/tools",
    summary: "Change the settings of several tools, all or none; lower protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeToolsSchema,
    answers: {
      200: { description: "The updated tools, in the order sent", schema: z.object({ items: z.array(toolSchema) }) },
    },
    run: async ({ engine, principal, body }) =>
      mapResult(await engine.tools.changeMany(principal, body), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/tools/{name}",
    summary: "Read one tool",
    tag,
    who: "reader",
    answers: { 200: { description: "The tool", schema: toolSchema } },
    run: async ({ engine, principal, params }) => {
      const tools = await engine.tools.list(principal);
      if (!tools.ok) return tools;
      const found = tools.value.find(({ name }) => name === params.name);
      return found ? ok(found) : refuse("NOT_FOUND", "There is no such tool.");
    },
  }),
  route({
    method: "PUT",
    path: "/api/tools/{name}",
    summary: "Change a tool's settings; lower protection needs `confirm: true`",
    tag,
    who: "admin",
    body: toolSettingsSchema,
    answers: { 200: { description: "The updated tool", schema: toolSchema } },
    problems: ["INVALID_STATE", "DIGEST_MISMATCH"],
    run: ({ engine, principal, params, body }) => engine.tools.change(principal, params.name, body),
  }),
  route({
    method: "GET",
    path: "/api/widgets/{sha256}",
    summary: "Read a tool's widget by its SHA-256",
    tag,
    who: "member",
    answers: { 200: { description: "HTML for a sandboxed frame", contentType: "text/html" } },
    run: async ({ engine, principal, params }) => {
      const html = await engine.tools.widget(principal, params.sha256);
      return html.ok ? widgetResponse(html.value) : html;
    },
  }),
  route({
    method: "POST",
    path: "/api/tools/{name}/try",
    summary: "Show what a client would receive for a call; with `run: true`, the call is really proposed as the given agent",
    tag,
    who: "admin",
    body: tryToolSchema,
    answers: { 200: { description: "What Countersign would do or did", schema: triedToolSchema } },
    run: ({ engine, principal, params, body }) => engine.tools.tryOut(principal, params.name, body),
  }),
];
