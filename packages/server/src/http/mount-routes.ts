import type { IncomingMessage } from "node:http";
import { text } from "@countersign/protocol";
import type { Context, Hono } from "hono";
import type { Principal } from "../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { problemResponse } from "../transport/problem.ts";
import { usesCookie } from "./guard-request.ts";
import { identify } from "./identify.ts";
import { isLoopback } from "../core/is-loopback.ts";
import { linkSignals } from "./link-signals.ts";
import { parseBody, parseQuery } from "./parse-input.ts";
import { readBody } from "./read-body.ts";
import type { RouteCall, Parts, Route } from "./route.ts";

/** Bindings that `listen` adds to each request; absent when a test calls the app directly. */
export interface ServerContext {
  incoming?: IncomingMessage;
  /** Aborted when the server stops, so that held responses end. */
  closing?: AbortSignal;
}
export type App = Hono<{ Bindings: ServerContext; Variables: { route: string } }>;
type AppContext = Context<{ Bindings: ServerContext; Variables: { route: string } }>;

const WORKSPACE = { workspaceId: text(200).optional() };

const NEVER = new AbortController().signal;

/** Placeholder principal of public routes, which do not read it. */
const NOBODY: Principal = { kind: "system", id: "nobody", name: "Nobody", workspaceId: "", role: null, groups: [] };

/** Mounts every route, then a 405 on each of their paths. */
export function mountRoutes(app: App, routes: readonly Route[], parts: Parts): void {
  const path = ({ path }: Route) => path.replace(/\{(\w+)\}/g, ":$1");
  for (const data of routes) {
    const route = data.body ? { ...data, body: data.body.extend(WORKSPACE) } : data;
    app.on(route.method, path(route), async (context) => {
      context.set("route", route.path);
      const answer = await answerCall(route, context, parts);
      return answer instanceof Response ? answer : problemResponse(answer);
    });
  }
  for (const route of routes) {
    const allowed = routes
      .filter((other) => other.path === route.path)
      .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.all(path(route), (context) => {
      context.set("route", route.path);
      const { refusal } = refuse(
        "METHOD_NOT_ALLOWED",
        `${context.req.method} is not allowed at this address; use ${allowed.join(", ")}.`,
      );
      return problemResponse(refusal, { Allow: allowed.join(", ") });
    });
  }
}

async function answerCall(route: Route, context: AppContext, parts: Parts): Promise<Response | Refusal> {
  const request = context.req.raw;
  const search = new URL(request.url).searchParams;
  const address = parts.clientAddress(context.env?.incoming);
  const countFailure = () => parts.keyFailures.count(address);
  const origin = { address, countFailure };
  const first = await identify(route, request, parts.identity, workspaceOf(search, request.headers), origin);
  if (!first.ok) return first.refusal;
  const { headers } = request;
  const body = { length: headers.get("content-length"), encoding: headers.get("transfer-encoding") };
  const limited = first.value && !route.urgent && parts.limits.refuse(first.value.principal, body);
  if (limited) return limited;

  const params = context.req.param() as Record<string, string>;
  // No id contains U+0000, and the database rejects it.
  if (Object.values(params).some((value) => value.includes("\u0000")))
    return refuse("NOT_FOUND", "There is no such id.").refusal;
  const query: Result<unknown> = route.query ? parseQuery(route.query, search) : ok({});
  if (!query.ok) return query.refusal;
  const input = await readInput(route, request);
  if (!input.ok) return input.refusal;
  const { workspaceId, body: sent } = input.value;
  // The body may name the workspace, too.
  const elsewhere = workspaceId !== undefined && workspaceId !== first.value?.principal.workspaceId;
  const caller = elsewhere ? await identify(route, request, parts.identity, workspaceId, origin) : first;
  if (!caller.ok) return caller.refusal;

  const closing = context.env?.closing ?? NEVER;
  const { signal, unlink } = linkSignals([request.signal, closing]);
  const call: RouteCall = {
    ...parts,
    request,
    principal: caller.value?.principal ?? NOBODY,
    caller: caller.value,
    channel: channelOf(request),
    params,
    query: query.value,
    body: sent,
    signal,
    closing,
    fromLoopback: isLoopbackAddress(address),
    ...origin,
    isStillValid: async () => (await parts.identity.authenticate(request, workspaceId, address)).kind === "principal",
  };
  const answer = await route.run(call).finally(unlink);
  if (answer instanceof Response) return answer;
  return answer.ok ? success(route, answer.value) : answer.refusal;
}

function success(route: Route, value: unknown): Response {
  const status = route.statusOf?.(value) ?? Number(Object.keys(route.answers)[0]);
  if (status === 204) return new Response(null, { status });
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}

/** The workspace that a request names. The header is sent by pages, so that each tab stays in the workspace that it shows. */
const workspaceOf = (search: URLSearchParams, headers: Headers): string | undefined =>
  search.get("workspaceId") ?? search.get("workspace_id") ?? headers.get("countersign-workspace") ?? undefined;

/** Reads the route's body, and separately the workspace that it may name. */
async function readInput(route: Route, request: Request): Promise<Result<{ body: unknown; workspaceId?: string }>> {
  if (!route.body) return ok({ body: {} });
  const read = await readBody(request, route.bodyBytes);
  if (!read.ok) return read;
  const parsed = parseBody(route.body, read.value);
  if (!parsed.ok) return parsed;
  const { workspaceId, ...body } = parsed.value as { workspaceId?: string };
  return ok({ body, ...(workspaceId !== undefined && { workspaceId }) });
}

/** Channel, recorded with decisions. It grants no right, but some may approve less. Only our page knows that it is framed. */
function channelOf(request: Request): string {
  const said = request.headers.get("countersign-channel");
  if (usesCookie(request)) return said === "embed" ? "embed" : "inbox";
  return said === "cli" ? "cli" : "api";
}

const isLoopbackAddress = (address: string | undefined) => address === undefined || isLoopback(address.replace(/^::ffff:/, ""));
