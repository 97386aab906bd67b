import { refuse } from "../../core/refusal.ts";
import { isOnThisMachine } from "../guard-request.ts";
import { identify } from "../identify.ts";
import { route } from "../route.ts";

const tag = "Service";
const state = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

/** Answers as soon as the port is open. */
export const HEALTH_PATH = "/healthz";

export const serviceRoutes = [
  route({
    method: "GET",
    path: HEALTH_PATH,
    summary: "Check that the process is alive",
    tag,
    who: "public",
    answers: { 200: { description: "The process is alive", contentType: "application/json" } },
    run: async () => state(200, { status: "ok" }),
  }),
  route({
    method: "GET",
    path: "/readyz",
    summary: "Check whether the server is ready",
    tag,
    who: "public",
    answers: { 200: { description: "The server is ready", contentType: "application/json" } },
    problems: ["UNAVAILABLE"],
    run: async ({ readiness }) => {
      const { ready, detail } = await readiness().catch(() => ({ ready: false, detail: "The database does not answer." }));
      return ready ? state(200, { status: "ready" }) : refuse("UNAVAILABLE", detail ?? "The server is not ready.");
    },
  }),
  route({
    method: "GET",
    path: "/metrics",
    summary:
      "Read metrics of all workspaces for Prometheus; only from this machine or as an administrator of the first workspace",
    tag,
    who: "public",
    answers: { 200: { description: "Prometheus text", contentType: "text/plain" } },
    problems: ["UNAUTHENTICATED", "FORBIDDEN", "RATE_LIMITED"],
    run: async ({ identity, metrics, request, fromLoopback, address, countFailure }) => {
      if (!isOnThisMachine({ request, fromLoopback })) {
        const caller = await identify({ who: "admin" }, request, identity, undefined, { address, countFailure });
        if (!caller.ok) return caller;
        if (!(await identity.isFirstWorkspace(caller.value?.principal.workspaceId ?? "")))
          return refuse(
            "FORBIDDEN",
            "These metrics cover all workspaces. Only an administrator of the first workspace can read them.",
          );
      }
      return new Response(await metrics.text(), { headers: { "Content-Type": metrics.contentType } });
    },
  }),
];
