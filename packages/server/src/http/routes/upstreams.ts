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
    summary: "List the gated MCP servers, with their state in this process",
    tag,
    who: "admin",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(upstreamSchema) }) } },
    run: async ({ principal }) => mapResult(await upstreams.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/upstreams",
    summary: "Add an MCP server with an HTTP address; trust and private addresses need `confirm: true`",
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
    summary: "Test an upstream's address without storing it",
    tag,
    who: "admin",
    body: checkUpstreamSchema,
    answers: { 200: { description: "The result of the test", schema: upstreamCheckSchema } },
    run: ({ principal, body, signal }) => upstreams.check(principal, body, signal),
  }),
  route({
    method: "PUT",
    path: "/api/upstreams/{name}",
    summary: "Change an upstream that was added over the API",
    tag,
    who: "admin",
    body: changeUpstreamSchema,
    answers: { 200: { description: "The updated upstream", schema: upstreamSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => upstreams.change(principal, params.name, body),
  }),
  route({
    method: "DELETE",
    path: "/api/upstreams/{name}",
    summary:
      "Remove an upstream; open actions of its tools end. Upstreams of `countersign.yaml` can be removed where imports are allowed",
    tag,
    who: "admin",
    answers: { 200: { description: "The name", schema: z.object({ name: z.string() }) } },
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
    summary: "Reconnect an upstream now",
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
      "Import the MCP servers in a client's settings, including commands; without a password, only previews what would be written",
    tag,
    who: "admin",
    needsSignIn: true,
    body: importSettingsSchema,
    answers: { 200: { description: "The result for each server", schema: settingsImportSchema } },
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
  "Import in the inbox is turned off. Run `countersign import` on the server's machine, or set COUNTERSIGN_INBOX_IMPORT=local to allow it in the inbox.";
const OTHER_WORKSPACE = "Servers can only be imported in the first workspace of the installation.";

/** Whoever may name a command may run programs on this machine, so the browser has to be on it. */
const refuseElsewhere = (call: Pick<RouteCall, "request" | "fromLoopback">): Refusal | undefined =>
  isOnThisMachine(call)
    ? undefined
    : refuse("FORBIDDEN", "Importing in the inbox works only in a browser on the server's machine.").refusal;
