import {
  changeUpstreamSchema,
  checkUpstreamSchema,
  createUpstreamSchema,
  upstreamCheckSchema,
  upstreamSchema,
} from "@countersign/protocol";
import { z } from "zod";
import type { UpstreamAdmin } from "../../ports/upstream-admin.ts";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Upstreams";

export const upstreamRoutes = (upstreams: UpstreamAdmin) => [
  route({
    method: "GET",
    path: "/api/upstreams",
    summary: "List the MCP servers behind the gate, as this process sees them",
    tag,
    who: "admin",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(upstreamSchema) }) } },
    run: async ({ principal }) => mapResult(await upstreams.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/upstreams",
    summary: "Add an MCP server that is reached over HTTP; trust and private addresses need `confirm: true`",
    tag,
    who: "admin",
    body: createUpstreamSchema,
    answers: { 201: { description: "The upstream, connecting", schema: upstreamSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, body }) => upstreams.create(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/upstreams/check",
    summary: "Try a connection; nothing is stored",
    tag,
    who: "admin",
    body: checkUpstreamSchema,
    answers: { 200: { description: "What was found", schema: upstreamCheckSchema } },
    run: ({ principal, body, signal }) => upstreams.check(principal, body, signal),
  }),
  route({
    method: "PUT",
    path: "/api/upstreams/{name}",
    summary: "Change an upstream that was added here",
    tag,
    who: "admin",
    body: changeUpstreamSchema,
    answers: { 200: { description: "The upstream as it is now", schema: upstreamSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => upstreams.change(principal, params.name, body),
  }),
  route({
    method: "DELETE",
    path: "/api/upstreams/{name}",
    summary: "Remove an upstream that was added here; what waits for its tools ends",
    tag,
    who: "admin",
    answers: { 200: { description: "Its name", schema: z.object({ name: z.string() }) } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params }) => upstreams.remove(principal, params.name),
  }),
  route({
    method: "POST",
    path: "/api/upstreams/{name}/restart",
    summary: "Connect anew, at once",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The upstream, connecting", schema: upstreamSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params }) => upstreams.restart(principal, params.name),
  }),
];
