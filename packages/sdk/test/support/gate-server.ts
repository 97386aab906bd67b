import {
  type Action,
  type ActionStatus,
  type Claim,
  claimRequestSchema,
  completeSchema,
  failSchema,
  type Json,
  type JsonObject,
  type PreviewRequest,
  previewAnswerSchema,
  proposeManySchema,
  proposeSchema,
  registerToolsSchema,
  type ToolDefinition,
} from "@countersign/protocol";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { z } from "zod";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

export const AGENT_KEY = "csa_test-agent-0123456789";
export const WORKER_KEY = "csw_test-worker-0123456789";

/** Fault of one request, before the server handles it or after. */
export type Fault = "cut" | "silence" | "drop answer" | { status: number; headers?: Record<string, string>; body?: string };

interface Row {
  action: Action;
  attempt: number;
  reconcile: boolean;
  claimId: string | null;
}
interface Reply {
  status: number;
  body: unknown;
}
export interface Seen {
  method: string;
  path: string;
  search: URLSearchParams;
  body: JsonObject;
  authorization: string | undefined;
}

const SYSTEM = { kind: "system", id: "system", name: "Countersign" } as const;

/**
 * In-memory fake of the HTTP API that the client uses, on a real socket; the protocol's own schemas check requests.
 * A test decides with `approve` and `decide`, and makes the next request to a path fail with `failNext`.
 */
export class GateServer {
  readonly seen: Seen[] = [];
  readonly tools = new Map<string, ToolDefinition>();
  readonly rows = new Map<string, Row>();
  readonly previewsAsked: PreviewRequest[] = [];
  /** Previews and reports in order of arrival, such as `complete c-1` or `complete c-1 refused`. */
  readonly timeline: string[] = [];
  leaseSeconds = 30;
  timeoutSeconds = 30;
  longestHoldSeconds = 60;
  /** Number of requests held open. */
  held = 0;
  url = "";
  readonly #faults: { pattern: RegExp; fault: Fault }[] = [];
  readonly #keys = new Map<string, { id: string; request: string }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #wake: (() => void)[] = [];
  #count = 0;

  async start(): Promise<this> {
    const port = await findFreePort();
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#changed();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  failNext(pattern: RegExp, ...faults: Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ pattern, fault })));
  }

  approve(id: string, userEdits: JsonObject | null = null, { reconcile = false } = {}): void {
    const row = this.#row(id);
    Object.assign(row, { reconcile });
    this.#set(row, "approved", {
      userEdits,
      effectiveInput: { ...row.action.toolInput, ...userEdits },
      resolvedBy: { kind: "user", id: "u-1", name: "Ada" },
    });
  }

  decide(id: string, verdict: "reject" | "refine", comment: string): void {
    const row = this.#row(id);
    row.action.decisions.push({
      id: "d-1",
      verdict,
      by: { kind: "user", id: "u-1", name: "Ada" },
      at: "2026-01-01T00:00:00.000Z",
      digest: row.action.digest,
      userEdits: null,
      comment,
      channel: "api",
    });
    this.#set(row, verdict === "reject" ? "rejected" : "refined");
  }

  /** Simulates an expired lease: the claim is invalid from here on. */
  loseLease(id: string, status: ActionStatus = "outcome_unknown"): void {
    const row = this.#row(id);
    row.claimId = null;
    this.#set(row, status);
  }

  askPreview(request: PreviewRequest): void {
    this.previewsAsked.push(request);
    this.#changed();
  }

  action(id: string): Action {
    return this.#row(id).action;
  }

  paths(pattern: RegExp): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`).filter((path) => pattern.test(path));
  }

  /** Resolves once the condition holds; checks it at each request and change. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const seen: Seen = {
      method: request.method ?? "",
      path: pathname,
      search: searchParams,
      body: text === "" ? {} : (JSON.parse(text) as JsonObject),
      authorization: request.headers.authorization,
    };
    this.seen.push(seen);
    this.#changed();
    const at = this.#faults.findIndex(({ pattern }) => pattern.test(`${seen.method} ${seen.path}`));
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault === "silence") return;
    if (fault === "cut") return void request.socket.destroy();
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end(fault.body ?? "");
    const { status, body } = await this.#route(seen, response);
    if (fault === "drop answer") return void request.socket.destroy();
    response
      .writeHead(status, { "content-type": status < 400 ? "application/json" : "application/problem+json" })
      .end(JSON.stringify(body));
  }

  async #route({ method, path, search, body, authorization }: Seen, response: ServerResponse): Promise<Reply> {
    const isWorker = path.startsWith("/api/worker/");
    if (authorization !== `Bearer ${isWorker ? WORKER_KEY : AGENT_KEY}`) return problem(401, "UNAUTHENTICATED");
    const [, , , first = "", second = "", third = ""] = path.split("/");
    if (isWorker) return this.#routeWorker(first, decodeURIComponent(second), third, body, response);
    if (method === "POST" && first === "") return this.#propose(body);
    if (method === "POST" && first === "batch") return this.#proposeMany(body);
    if (first === "") return { status: 200, body: { items: this.#list(search), nextCursor: null } };
    const row = this.rows.get(decodeURIComponent(first));
    if (row === undefined) return problem(404, "NOT_FOUND");
    if (second === "cancel") {
      if (row.action.status !== "pending") return problem(409, "INVALID_STATE", { current: row.action });
      this.#set(row, "cancelled");
    } else if (search.has("wait")) {
      await this.#hold(Number(search.get("wait")), response, () => row.action.status !== "pending");
    }
    return { status: 200, body: row.action };
  }

  /** Newest first. */
  #list(search: URLSearchParams): Action[] {
    const filters = [...search].filter(([name]) => ["status", "toolName", "missionId", "sessionId"].includes(name));
    return [...this.rows.values()]
      .map(({ action }) => action)
      .filter((action) =>
        filters.every(([name, value]) => value.split(",").includes(String(action[name as "status" | "sessionId"]))),
      )
      .reverse();
  }

  #propose(body: JsonObject): Reply {
    const parsed = proposeSchema.safeParse(body);
    if (!parsed.success) return invalid(parsed.error);
    const { idempotencyKey = "", toolName, toolInput, caption, missionId, sessionId, supersedes } = parsed.data;
    if (!this.tools.has(toolName)) return problem(404, "NOT_FOUND");
    const known = this.#keys.get(idempotencyKey);
    const request = JSON.stringify(body);
    if (known && known.request !== request) return problem(409, "IDEMPOTENCY_CONFLICT");
    const id = known?.id ?? `a-${(this.#count += 1)}`;
    if (!known) {
      const answered = supersedes === undefined ? undefined : this.#row(supersedes).action;
      if (answered && answered.status !== "refined") return problem(422, "INVALID_INPUT");
      if (answered) answered.supersededBy ??= id;
      this.#keys.set(idempotencyKey, { id, request });
      const labels = { missionId: missionId ?? null, sessionId: sessionId ?? null, supersedes: supersedes ?? null };
      this.rows.set(id, {
        action: { ...createAction(id, toolName, toolInput, caption ?? null), ...labels },
        attempt: 0,
        reconcile: false,
        claimId: null,
      });
      this.#changed();
    }
    return { status: 202, body: { status: "queued", pendingActionId: id, toolName, message: "Waits for a person." } };
  }

  #proposeMany(body: JsonObject): Reply {
    const parsed = proposeManySchema.safeParse(body);
    if (!parsed.success) return invalid(parsed.error);
    return {
      status: 202,
      body: { batchId: "b-1", items: parsed.data.items.map((item) => this.#propose(item as JsonObject).body) },
    };
  }

  async #routeWorker(first: string, id: string, verb: string, body: JsonObject, response: ServerResponse): Promise<Reply> {
    if (first === "tools") {
      const parsed = registerToolsSchema.safeParse(body);
      if (!parsed.success) return invalid(parsed.error);
      for (const tool of parsed.data.tools) this.tools.set(tool.name, tool);
      return { status: 200, body: { tools: [] } };
    }
    if (first === "previews") {
      const parsed = previewAnswerSchema.safeParse(body);
      if (!parsed.success) return invalid(parsed.error);
      const { preview, failed } = parsed.data;
      this.timeline.push(`preview ${id} ${failed ? "failed" : (preview?.title ?? "with faults")}`);
      this.#changed();
      return { status: 200, body: {} };
    }
    if (verb !== "") return this.#reportClaim(id, verb, body);
    const parsed = claimRequestSchema.safeParse(body);
    if (!parsed.success) return invalid(parsed.error);
    const { tools, waitSeconds = 0, limit = 1 } = parsed.data;
    if (tools.some((name) => !this.tools.has(name))) return problem(404, "NOT_FOUND");
    const due = () =>
      [...this.rows.values()]
        .filter(({ action }) => action.status === "approved" && tools.includes(action.toolName))
        .slice(0, limit);
    await this.#hold(waitSeconds, response, () => due().length > 0 || this.previewsAsked.length > 0);
    if (response.destroyed) return { status: 200, body: {} };
    return { status: 200, body: { claims: due().map((row) => this.#claim(row)), previews: this.previewsAsked.splice(0) } };
  }

  #claim(row: Row): Claim {
    row.attempt += 1;
    row.claimId = `c-${(this.#count += 1)}`;
    this.#set(row, "executing");
    return {
      id: row.claimId,
      action: row.action,
      effectiveInput: row.action.effectiveInput,
      idempotencyKey: `act_${row.action.id}`,
      attempt: row.attempt,
      leaseSeconds: this.leaseSeconds,
      timeoutSeconds: this.timeoutSeconds,
      reconcile: row.reconcile,
    };
  }

  #reportClaim(claimId: string, verb: string, body: JsonObject): Reply {
    const schema = { complete: completeSchema, fail: failSchema }[verb];
    const parsed = schema?.safeParse(body);
    if (parsed && !parsed.success) return invalid(parsed.error);
    const row = [...this.rows.values()].find((one) => one.claimId === claimId && one.action.status === "executing");
    if (row === undefined) {
      this.timeline.push(`${verb} ${claimId} refused`);
      this.#changed();
      const current = [...this.rows.values()].find((one) => one.claimId === claimId)?.action;
      return problem(409, "INVALID_STATE", { ...(current && { current }) });
    }
    if (verb === "heartbeat") return { status: 200, body: { leaseSeconds: this.leaseSeconds } };
    this.timeline.push(`${verb} ${claimId}`);
    if (verb === "complete") this.#set(row, "executed", { result: body["result"] as Json });
    const error = body["error"] as { code?: string } | undefined;
    if (error?.code === "outcome_unknown") this.#set(row, "outcome_unknown");
    else if (verb === "fail") this.#set(row, "failed", { error: error as Action["error"] });
    return { status: 200, body: row.action };
  }

  async #hold(seconds: number, response: ServerResponse, isReached: () => boolean): Promise<void> {
    const end = performance.now() + Math.min(seconds, this.longestHoldSeconds) * 1000;
    this.held += 1;
    response.once("close", () => this.#changed());
    while (!isReached() && performance.now() < end && !response.destroyed && this.#server.listening) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, end - performance.now());
        this.#wake.push(() => (clearTimeout(timer), resolve()));
      });
    }
    this.held -= 1;
    this.#changed();
  }

  #row(id: string): Row {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`no action ${id}`);
    return row;
  }

  #set(row: Row, status: ActionStatus, more: Partial<Action> = {}): void {
    Object.assign(row.action, { status, version: row.action.version + 1, ...more });
    this.#changed();
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

const problem = (status: number, code: string, more: object = {}): Reply => ({
  status,
  body: { type: `urn:countersign:${code}`, title: code, status, detail: "For the test.", code, ...more },
});

const invalid = (error: z.ZodError): Reply =>
  problem(422, "INVALID_INPUT", {
    errors: error.issues.map((issue) => ({ path: `/${issue.path.join("/")}`, message: issue.message })),
  });

function createAction(id: string, toolName: string, toolInput: JsonObject, caption: string | null): Action {
  return {
    id,
    workspaceId: "w-1",
    missionId: null,
    sessionId: null,
    batchId: "b-1",
    toolName,
    toolInput,
    userEdits: null,
    effectiveInput: toolInput,
    preview: { title: toolName },
    current: null,
    proposed: null,
    status: "pending",
    version: 1,
    digest: "0".repeat(64),
    target: null,
    snapshot: null,
    risk: 2,
    ratedRisk: 2,
    vetted: true,
    isQuestion: false,
    effect: "unsafe",
    riskReasons: [],
    approval: { why: "", who: "" },
    caption,
    result: null,
    error: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: null,
    targetChangedAt: null,
    resolvedAt: null,
    executedAt: null,
    proposedBy: SYSTEM,
    resolvedBy: null,
    decisions: [],
    attempts: [],
    votes: null,
    supersedes: null,
    supersededBy: null,
  };
}
