import {
  changeUpstreamSchema,
  checkUpstreamSchema,
  createUpstreamSchema,
  importSettingsSchema,
  settingsImportSchema,
  upstreamCheckSchema,
  upstreamSchema,
} from "@countersign/protocol";
import { z } from "zod";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { ServerImports } from "../../ports/server-imports.ts";
import type { UpstreamAdmin } from "../../ports/upstream-admin.ts";
import { isOnThisMachine } from "../guard-request.ts";
import { mapResult } from "../map-result.ts";
import { route, type RouteCall } from "../route.ts";

const tag = "Upstreams";

/** `imports`: changes the configuration file; undefined if that is done on the machine only. */
export const upstreamRoutes = (upstreams: UpstreamAdmin, imports?: ServerImports) => [
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
    summary: "Remove an upstream; what waits for its tools ends. One of `countersign.yaml`: where an import is possible",
    tag,
    who: "admin",
    answers: { 200: { description: "Its name", schema: z.object({ name: z.string() }) } },
    problems: ["INVALID_STATE"],
    async run(call) {
      const { principal, params } = call;
      const inFile = imports && !refuseElsewhere(call) && (await upstreams.isInFile(principal, params.name));
      return inFile ? imports.remove(principal, params.name) : upstreams.remove(principal, params.name);
    },
  }),
  importRoute(imports),
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

/** A command that somebody names here runs on this machine, so a session alone is not enough: the person gives the password, too. */
const importRoute = (imports: ServerImports | undefined) =>
  route({
    method: "POST",
    path: "/api/upstreams/import",
    summary:
      "Put the servers of a client's settings behind the gate, commands too; without a password, tell what would be written",
    tag,
    who: "admin",
    needsSignIn: true,
    body: importSettingsSchema,
    answers: { 200: { description: "What becomes of each server", schema: settingsImportSchema } },
    problems: ["INVALID_STATE", "RATE_LIMITED"],
    async run(call) {
      const { identity, principal, body } = call;
      if (!imports) return refuse("FORBIDDEN", NOT_HERE);
      const refusal = refuseElsewhere(call);
      if (refusal) return { ok: false, refusal };
      if (!(await identity.isFirstWorkspace(principal.workspaceId))) return refuse("FORBIDDEN", OTHER_WORKSPACE);
      const { password } = body;
      if (password === undefined) return imports.preview(body);
      const confirmed = await identity.confirmPassword(principal, { password, address: "127.0.0.1" });
      return confirmed.ok ? imports.write(principal, body) : confirmed;
    },
  });

const NOT_HERE =
  "Here servers are imported on the server's own machine only, by `countersign import`. COUNTERSIGN_INBOX_IMPORT=local allows it in the inbox.";
const OTHER_WORKSPACE = "Servers are imported in the installation's first workspace only.";

/** Whoever may name a command may run programs on this machine, so the browser has to be on it. */
const refuseElsewhere = (call: Pick<RouteCall, "request" | "fromLoopback">): Refusal | undefined =>
  isOnThisMachine(call)
    ? undefined
    : refuse("FORBIDDEN", "Servers are imported by a browser on the server's own machine only.").refusal;
