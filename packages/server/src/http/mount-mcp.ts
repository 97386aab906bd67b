import type { Json } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import { refuse } from "../core/refusal.ts";
import type { Identity } from "../identity/identity.ts";
import { identify } from "./identify.ts";
import type { App } from "./mount-routes.ts";
import { problemResponse } from "./problem.ts";
import { readBody } from "./read-body.ts";

export interface McpParts {
  identity: Pick<Identity, "authenticate">;
  answer(request: Request, sent: { principal: Principal; message: Json; closing: AbortSignal }): Promise<Response>;
}

const PATH = "/mcp";
const NEVER = new AbortController().signal;

/** The MCP front, behind the same walls as every route: name and origin, the key on each request, the strict reader. */
export function mountMcp(app: App, { identity, answer }: McpParts): void {
  app.all(PATH, async (context) => {
    context.set("route", PATH);
    const request = context.req.raw;
    const caller = await identify({ who: "agent" }, request, identity, undefined);
    if (!caller.ok) return problemResponse(caller.refusal);
    if (!caller.value) throw new Error("an agent's route has no caller");
    if (request.method !== "POST") {
      // No session to end and no stream beside the answers: each call has its own.
      return problemResponse(refuse("METHOD_NOT_ALLOWED", "MCP messages come by POST.").refusal, { Allow: "POST" });
    }
    const message = await readBody(request);
    if (!message.ok) return problemResponse(message.refusal);
    return answer(request, {
      principal: caller.value.principal,
      message: message.value,
      closing: context.env?.closing ?? NEVER,
    });
  });
}
