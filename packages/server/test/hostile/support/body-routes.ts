import type { Route } from "../../../src/http/route.ts";
import { ROUTES } from "../../../src/http/routes.ts";
import type { Who } from "./hostile-gate.ts";

export interface BodyRoute {
  route: Route;
  name: string;
  who: Who;
  path: string;
  /** A body with every key the route knows, each of the right type. */
  body: Record<string, unknown>;
}

/** Ids that fit nothing, so that a right body is refused only after it was read. */
const IDS: Record<string, string> = { id: "no-such-id", pendingActionId: "no-such-id", batchId: "no-such-batch" };

const proposal = {
  toolName: "note",
  toolInput: { a: 1 },
  missionId: "m",
  sessionId: "s",
  caption: "c",
  idempotencyKey: "k",
  expiresInSeconds: 60,
  checkpointId: "no-such-id",
  supersedes: "no-such-id",
};
const digest = "0".repeat(64);

const field = {
  name: "f",
  kind: "text",
  title: "t",
  description: "d",
  required: false,
  localized: true,
  minLength: 1,
  maxLength: 2,
  pattern: "a",
  minimum: 1,
  maximum: 2,
  multipleOf: 1,
  minItems: 1,
  maxItems: 2,
  options: ["a"],
  currencies: ["EUR"],
  many: false,
  to: [{ kind: "object", type: "t" }],
};

const draft = {
  title: "t",
  description: "d",
  source: "export default () => 1",
  inputSchema: { type: "object" },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 1, megabytes: 16 },
  risk: null,
  approval: "required",
  promptTemplate: "p",
  group: "default",
};

const BODIES: Record<string, Record<string, unknown>> = {
  "POST /api/studio/tools": { name: "authored", draft },
  "PUT /api/studio/tools/{name}": { draft, draftVersion: 1 },
  "POST /api/studio/tools/{name}/runs": { input: { a: 1 }, draftVersion: 1, confirm: true },
  "POST /api/studio/tools/{name}/publish": { draftVersion: 1, confirm: true },
  "POST /api/studio/tools/{name}/retire": {},
  "POST /api/studio/tools/{name}/versions/{version}/restore": { draftVersion: 1 },
  "PUT /api/chat/agents/{id}": {
    instructions: "i",
    model: { connectionId: null, name: "m", inputPriceMicros: null, outputPriceMicros: null },
    widgets: ["table"],
    limits: {
      softRounds: 2,
      hardRounds: 3,
      identicalCalls: 1,
      resultCharacters: 200,
      sessionTokens: null,
      sessionCostMicros: null,
    },
    enabled: true,
  },
  "POST /api/chat/sessions": { agentId: "no-such-id", title: "t" },
  "PUT /api/chat/sessions/{id}": { title: "t", archived: false, agentId: "no-such-id" },
  "POST /api/chat/sessions/{id}/messages": { text: "t", key: "k" },
  "POST /api/chat/sessions/{id}/refine": {
    items: [{ pendingActionId: "no-such-id", digest, shownForMs: 1 }],
    feedback: "f",
  },
  "POST /api/pending-actions": { ...proposal, batchId: "b", delivery: "queue", waitSeconds: 0, onWaitEnd: "park" },
  "POST /api/pending-actions/batch": { items: [proposal], batchId: "b" },
  "POST /api/pending-actions/{id}/approve": { userEdits: { a: 2 }, comment: "c", digest, shownForMs: 1 },
  "POST /api/pending-actions/{id}/reject": { reason: "r", digest, shownForMs: 1 },
  "POST /api/pending-actions/{id}/refine": { feedback: "f", digest, shownForMs: 1 },
  "POST /api/pending-actions/{id}/retry": { comment: "c" },
  "POST /api/pending-actions/{id}/rebase": { digest },
  "POST /api/pending-actions/{id}/settle": { outcome: "failed", note: "n" },
  "POST /api/pending-actions/{id}/preview": { userEdits: { a: 2 } },
  "POST /api/pending-actions/batch/{batchId}/approve": {
    items: [{ pendingActionId: "no-such-id", userEdits: { a: 2 }, exclude: false, digest, shownForMs: 1 }],
  },
  "POST /api/pending-actions/decisions": {
    items: [
      {
        pendingActionId: "no-such-id",
        verdict: "approve",
        userEdits: {},
        reason: "r",
        feedback: "f",
        comment: "c",
        digest,
        shownForMs: 1,
      },
    ],
  },
  "PUT /api/tools/{name}": {
    approval: "required",
    approvalWhen: "args.a > 1",
    alias: "other_name",
    descriptionOverride: "d",
    promptTemplate: "{toolName} {args}",
    risk: 3,
    lifetimeSeconds: 60,
    enabled: true,
    group: "g",
    groups: [{ group: "g", approval: "required" }],
    approverRole: "admin",
    approverIds: ["u"],
    approvalRule: { needs: "n_of", n: 2, of: [{ role: "admin" }, { user: "u" }], notLastEditor: true },
    remindAfterSeconds: 60,
    escalateAfterSeconds: 60,
    escalateTo: [{ role: "admin" }],
    delivery: "queue",
    waitSeconds: 1,
    onWaitEnd: "park",
    inClient: false,
    afterReject: "refuse",
    acceptDefinition: digest,
    confirm: true,
  },
  "POST /api/checkpoints": { label: "l", missionId: "m", sessionId: "s", batchIds: ["b"] },
  "POST /api/checkpoints/{id}/approve": { digest, exclude: ["no-such-id"], comment: "c" },
  "POST /api/checkpoints/{id}/reject": { digest, exclude: ["no-such-id"], comment: "c" },
  "POST /api/delegations": {
    userId: "u",
    delegateId: "v",
    from: "2026-01-01T00:00:00Z",
    to: "2026-02-01T00:00:00Z",
    confirm: true,
  },
  "POST /api/grants": {
    toolName: "note",
    agentId: "k",
    allowWhen: "args.a > 1",
    maxUses: 1,
    expiresInSeconds: 60,
    note: "n",
    confirm: true,
  },
  "POST /api/grants/preview": { toolName: "note", agentId: "k", allowWhen: "args.a > 1" },
  "POST /api/repeats/{id}/lift": { forget: true },
  "POST /api/tools/{name}/try": { toolInput: { a: 1 }, agentId: "k", run: false },
  "PUT /api/groups/{name}": { description: "d", tools: [{ name: "note", approval: "required" }], confirm: true },
  "PUT /api/agents/{id}": {
    name: "n",
    groups: ["g"],
    inClient: false,
    maxRisk: 3,
    actsFor: "u",
    privateSessions: true,
    confirm: true,
  },
  "POST /api/upstreams": {
    name: "u",
    url: "http://127.0.0.1:9/mcp",
    transport: "http",
    headers: { "x-key": "v" },
    trust: "untrusted",
    prefix: "u",
    era: "legacy",
    enabled: false,
    allowPrivate: false,
    sharing: "per-agent",
    maxConnections: 1,
    allowQuestions: false,
    confirm: true,
  },
  "POST /api/upstreams/check": {
    url: "http://127.0.0.1:9/mcp",
    transport: "http",
    headers: { "x-key": "v" },
    era: "legacy",
    allowPrivate: false,
    confirm: true,
  },
  "PUT /api/upstreams/{name}": {
    url: "http://127.0.0.1:9/mcp",
    transport: "http",
    headers: { "x-key": "v" },
    trust: "untrusted",
    prefix: "u",
    era: "legacy",
    enabled: false,
    allowPrivate: false,
    sharing: "per-agent",
    maxConnections: 1,
    allowQuestions: false,
    confirm: true,
  },
  "POST /api/connections": {
    connector: "workspace",
    name: "c",
    prefix: "c",
    settings: {},
    credentials: {},
    enabled: false,
    allowPrivate: false,
    confirm: true,
  },
  "PUT /api/connections/{id}": {
    version: 1,
    name: "c",
    prefix: "c",
    settings: {},
    credentials: {},
    enabled: false,
    allowPrivate: false,
    confirm: true,
  },
  "POST /api/connections/authorization": { query: "state=x&code=y" },
  "POST /api/worker/tools": {
    tools: [
      {
        name: "spare",
        title: "t",
        description: "d",
        inputSchema: { type: "object" },
        effect: "unsafe",
        risk: 2,
        group: "g",
        protectedKeys: ["a"],
        timeoutSeconds: 60,
        previews: false,
        batchKey: "items",
      },
    ],
  },
  "POST /api/worker/claims": { tools: ["note"], waitSeconds: 0, limit: 1 },
  "POST /api/worker/claims/{id}/complete": { result: null },
  "POST /api/worker/claims/{id}/fail": { error: { code: "handler", message: "m" } },
  "POST /api/worker/previews/{pendingActionId}": {
    version: 1,
    preview: { title: "t", summary: "s", items: [{}] },
    target: "price:a",
    snapshot: "r1",
    current: null,
    proposed: null,
    faults: [{ path: "", message: "m" }],
  },
  "POST /api/keys": { kind: "agent", name: "n", groups: ["g"], role: "viewer", scope: "read", maxRisk: 3, confirm: true },
  "POST /api/members": { email: "a@example.test", name: "n", role: "viewer", confirm: true },
  "PUT /api/members/{userId}": { role: "viewer", confirm: true },
  "PUT /api/settings": { newApproverWaitSeconds: 60, confirm: true },
  "PUT /api/content/types/{kind}/{name}": {
    title: "t",
    fields: [{ ...field, blocks: [{ name: "b", title: "t", fields: [field] }] }],
    languages: ["en"],
  },
  "POST /api/emergency-stop": { reason: "r" },
  "POST /api/emergency-stop/lift": { note: "n" },
  "POST /api/content/elements": { kind: "object", type: "no-such-type", path: "/p", value: { a: 1 } },
  "PUT /api/content/elements/{id}": { version: "v", set: { a: 1 }, tags: ["t"], publish: true, restore: 1 },
  "PUT /api/content/rights": {
    items: [{ folder: "/f", kind: null, who: { kind: "agent", id: null }, rights: ["view"] }],
    confirm: true,
  },
  "POST /api/content/import": {
    format: "countersign-content/1",
    types: [],
    elements: [
      {
        kind: "asset",
        type: "no-such-type",
        id: "i",
        path: "/p",
        value: {},
        tags: [],
        published: true,
        file: { mediaType: "text/plain", base64: "aGk=" },
      },
    ],
  },
};

/** Every route that reads a body, with who may send it one. A route whose body has keys and no entry above fails the tests. */
export const BODY_ROUTES: readonly BodyRoute[] = ROUTES.filter(({ body }) => body !== undefined).map((route) => {
  const name = `${route.method} ${route.path}`;
  const body = Object.keys(route.body?.shape ?? {}).length === 0 ? {} : BODIES[name];
  if (body === undefined) throw new Error(`no body for ${name}`);
  return {
    route,
    name,
    who: route.who === "agent" || route.who === "worker" ? route.who : "admin",
    path: route.path.replace(/\{(\w+)\}/g, (_, key: string) => IDS[key] ?? "no-such-one"),
    body,
  };
});
