import type { SettingName } from "../../src/store/statements/setting-evidence.ts";
import type { openRealApp } from "./real-app.ts";

interface Made {
  real: Awaited<ReturnType<typeof openRealApp>>;
  ask<T = Record<string, string>>(method: string, path: string, body?: object, key?: string): Promise<T>;
  /** Ends the preparation: only later events are compared. */
  now(): Promise<void>;
}
/** A route either writes settings in these tables, or says why it writes none. */
export type Change = { none: string } | { tells: readonly SettingName[]; send: (made: Made) => Promise<unknown> };

const none = (why: string): Change => ({ none: why });
const ACTION = none("it writes an action, which is compared by itself");
const CONVERSATION = none("a conversation is no setting");
const CONTENT = none("content has revisions of its own");
const VIEW = none("a saved view protects nothing; the log has an event of each shared one");
const LOOKS = none("it only looks");

let count = 0;
const fresh = (): string => `n${(count += 1)}${crypto.randomUUID().slice(0, 8)}`;
const soon = (): string => new Date(Date.now() + 60_000).toISOString();

const newAgent = async ({ ask }: Made, groups = [fresh()]): Promise<{ id: string; key: string }> =>
  await ask("POST", "/api/keys", { kind: "agent", name: fresh(), groups, confirm: true });
async function newMember({ ask }: Made): Promise<string> {
  const body = { email: `${fresh()}@example.test`, name: fresh(), role: "viewer" };
  return (await ask<{ member: { userId: string } }>("POST", "/api/members", body)).member.userId;
}
async function newGroup({ ask }: Made): Promise<string> {
  const name = fresh();
  await ask("PUT", `/api/groups/${name}`, { description: "a group", tools: [{ name: "pay" }], confirm: true });
  return name;
}
async function newUpstream({ ask }: Made): Promise<string> {
  const name = fresh();
  const url = "https://127.0.0.1:9/mcp";
  await ask("POST", "/api/upstreams", { name, url, enabled: false, allowPrivate: true, confirm: true });
  return name;
}
const mail = () => ({
  connector: "email",
  name: fresh(),
  prefix: fresh(),
  settings: { host: "127.0.0.1", port: 9, tls: "none", from: "a@example.test" },
  credentials: { user: "mailer", password: "long-enough" },
});
const DRAFT = {
  title: null,
  description: "Answers.",
  source: "export default () => 1;",
  inputSchema: { type: "object" },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 60, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
};
async function newDraft({ ask }: Made): Promise<string> {
  const name = fresh();
  await ask("POST", "/api/studio/tools", { name, draft: DRAFT });
  return name;
}
async function newPublished(made: Made): Promise<string> {
  const name = await newDraft(made);
  await made.ask("POST", `/api/studio/tools/${name}/runs`, { input: {}, draftVersion: 1 });
  await made.ask("POST", `/api/studio/tools/${name}/publish`, { draftVersion: 1, confirm: true });
  return name;
}
/** Pauses a tool for a new agent. */
async function pause({ ask, real }: Made): Promise<void> {
  await ask("PUT", "/api/tools/pay", { afterReject: "pause", confirm: true });
  const { key } = await ask<{ key: string }>("POST", "/api/keys", { kind: "agent", name: fresh() });
  const call = { toolName: "pay", toolInput: { amount: 77 }, waitSeconds: 0 };
  const { pendingActionId: id } = await ask("POST", "/api/pending-actions", call, key);
  await ask("POST", `/api/pending-actions/${id}/reject`, { reason: "no" }, real.ourKeys.approver);
  for (let n = 0; n < 3; n += 1) await real.send("POST", "/api/pending-actions", key, call);
}
async function newGrant(made: Made): Promise<{ grant: string; key: string }> {
  const { id: agentId, key } = await newAgent(made, ["default"]);
  const body = { toolName: "pay", agentId, allowWhen: "true", maxUses: 3, expiresInSeconds: 60, confirm: true };
  return { grant: (await made.ask("POST", "/api/grants", body))["id"]!, key };
}
const delegate = async ({ ask, real }: Made): Promise<string> =>
  (await ask("POST", "/api/delegations", { delegateId: real.ours.people.other.id, to: soon(), confirm: true }))["id"]!;
const rights = (may: string[]) => ({
  items: [{ folder: "/a", kind: null, who: { kind: "agent", id: null }, rights: may }],
  confirm: true,
});
const tells = (tables: SettingName[], send: (made: Made) => Promise<unknown>): Change => ({ tells: tables, send });

export const CHANGES: Record<string, Change> = {
  "POST /api/pending-actions": tells(["refused_repeat", "standing_grant"], async (made) => {
    await made.ask("PUT", "/api/tools/pay", { afterReject: "pause", confirm: true });
    const { key } = await newGrant(made);
    await made.now();
    await made.ask("POST", "/api/pending-actions", { toolName: "pay", toolInput: { amount: 5 }, waitSeconds: 0 }, key);
    await pauseAlone(made);
  }),
  "POST /api/pending-actions/batch": tells(["standing_grant"], async (made) => {
    const { key } = await newGrant(made);
    await made.now();
    const items = [1, 2].map((amount) => ({ toolName: "pay", toolInput: { amount } }));
    await made.ask("POST", "/api/pending-actions/batch", { items }, key);
  }),
  "POST /api/pending-actions/{id}/cancel": ACTION,
  "POST /api/pending-actions/{id}/approve": ACTION,
  "POST /api/pending-actions/{id}/reject": ACTION,
  "POST /api/pending-actions/{id}/refine": ACTION,
  "POST /api/pending-actions/{id}/retry": ACTION,
  "POST /api/pending-actions/{id}/withdraw": ACTION,
  "POST /api/pending-actions/{id}/settle": ACTION,
  "POST /api/pending-actions/{id}/preview": LOOKS,
  "POST /api/pending-actions/{id}/rebase": ACTION,
  "PUT /api/pending-actions/{id}/assignee": none("who has an action protects nothing; the log has an event of it"),
  "POST /api/pending-actions/{id}/comments": none("it is about one action; the log has an event of it"),
  "POST /api/pending-actions/{id}/comments/{commentId}/reply": none("it is about one action; the log has an event of it"),
  "POST /api/pending-actions/{id}/break-glass": ACTION,
  "POST /api/pending-actions/{id}/break-glass/review": none("it is about one action; the log has an event of it"),
  "PUT /api/pending-actions/{id}/time-limit": none("it is about one action; the log has an event of it"),
  "POST /api/pending-actions/batch/{batchId}/approve": ACTION,
  "POST /api/pending-actions/decisions": ACTION,
  "POST /api/checkpoints": none("a checkpoint gathers actions; what it decides is compared with each of them"),
  "POST /api/checkpoints/{id}/approve": ACTION,
  "POST /api/checkpoints/{id}/reject": ACTION,
  "POST /api/delegations": tells(["delegation"], delegate),
  "POST /api/delegations/{id}/revoke": tells(["delegation"], async (made) => {
    const id = await delegate(made);
    await made.now();
    await made.ask("POST", `/api/delegations/${id}/revoke`, {});
  }),
  "POST /api/saved-views": VIEW,
  "PUT /api/saved-views/{id}": VIEW,
  "DELETE /api/saved-views/{id}": VIEW,
  "POST /api/repeats/{id}/lift": tells(["refused_repeat"], async (made) => {
    await pause(made);
    const { items } = await made.ask<{ items: { id: string }[] }>("GET", "/api/repeats");
    await made.now();
    await made.ask("POST", `/api/repeats/${items[0]!.id}/lift`, {}, made.real.ourKeys.approver);
  }),
  "POST /api/emergency-stop": tells(["emergency_stop"], async ({ ask }) => ask("POST", "/api/emergency-stop", { reason: "x" })),
  "POST /api/emergency-stop/lift": tells(["emergency_stop"], async ({ ask }) => ask("POST", "/api/emergency-stop/lift", {})),
  "PUT /api/tools/{name}": tells(["tool"], async ({ ask }) => {
    await ask("PUT", "/api/tools/pay", { approval: "never", risk: 1, alias: "pays", confirm: true });
    const approvalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
    const routingRules = [{ name: "large", when: "args.amount > 9", approvalRule, lifetimeSeconds: 60 }];
    await ask("PUT", "/api/tools/pay", { approval: "required", alias: null, approvalRule, routingRules, confirm: true });
    await ask("PUT", "/api/tools/pay", { approvalRule: null, routingRules: [], confirm: true });
  }),
  "PUT /api/tools": tells(["tool"], async ({ ask }) =>
    ask("PUT", "/api/tools", {
      tools: [
        { name: "pay", risk: 4, alias: "pays" },
        { name: "set_value", group: "values" },
      ],
      confirm: true,
    }),
  ),
  "POST /api/tools/{name}/try": none("it proposes a call"),
  "PUT /api/groups/{name}": tells(["tool", "tool_group"], newGroup),
  "DELETE /api/groups/{name}": tells(["api_key", "tool", "tool_group"], async (made) => {
    const group = await newGroup(made);
    await newAgent(made, [group, "default"]);
    await made.now();
    await made.ask("DELETE", `/api/groups/${group}?confirm=true`);
  }),
  "POST /api/grants": tells(["api_key", "standing_grant"], newGrant),
  "POST /api/grants/preview": LOOKS,
  "POST /api/grants/{id}/revoke": tells(["standing_grant"], async (made) => {
    const { grant } = await newGrant(made);
    await made.now();
    await made.ask("POST", `/api/grants/${grant}/revoke`, {});
  }),
  "POST /api/oauth/review": LOOKS,
  "POST /api/oauth/answer": tells(["api_key"], async ({ real }) => {
    const body = { request: await real.oauthRequest(), allow: true, name: fresh() };
    const answer = await real.sendSignedIn(real.ours.people.admin.id, "POST", "/api/oauth/answer", body);
    if (!answer.ok) throw new Error(await answer.text());
  }),
  "PUT /api/agents/{id}": tells(["api_key"], async (made) => {
    const { id } = await newAgent(made);
    await made.now();
    await made.ask("PUT", `/api/agents/${id}`, {
      name: fresh(),
      maxRisk: 3,
      inClient: true,
      groups: ["default"],
      confirm: true,
    });
  }),
  "POST /api/upstreams": tells(["upstream"], newUpstream),
  "POST /api/upstreams/check": LOOKS,
  "PUT /api/upstreams/{name}": tells(["upstream"], async (made) => {
    const name = await newUpstream(made);
    await made.now();
    await made.ask("PUT", `/api/upstreams/${name}`, { trust: "trusted", headers: { "X-Key": "long-enough" }, confirm: true });
  }),
  "DELETE /api/upstreams/{name}": tells(["upstream"], async (made) => {
    const name = await newUpstream(made);
    await made.now();
    await made.ask("DELETE", `/api/upstreams/${name}`);
  }),
  "POST /api/upstreams/import": none("it writes a file, and an event that says what and who"),
  "POST /api/upstreams/{name}/restart": none("it connects anew to what is configured"),
  "PUT /api/chat/agents/{id}": none("how people talk to an agent is not compared, see SPEC.md"),
  "POST /api/chat/sessions": CONVERSATION,
  "PUT /api/chat/sessions/{id}": CONVERSATION,
  "POST /api/chat/sessions/{id}/messages": CONVERSATION,
  "POST /api/chat/sessions/{id}/continue": CONVERSATION,
  "POST /api/chat/sessions/{id}/stop": CONVERSATION,
  "POST /api/chat/sessions/{id}/refine": ACTION,
  "POST /api/connections": tells(["connection", "tool"], async ({ ask }) =>
    ask("POST", "/api/connections", { ...mail(), allowPrivate: true, confirm: true }),
  ),
  "PUT /api/connections/{id}": tells(["connection", "tool"], async ({ ask, now }) => {
    const { id } = await ask("POST", "/api/connections", { ...mail(), allowPrivate: true, confirm: true });
    await now();
    const { credentials } = mail();
    await ask("PUT", `/api/connections/${id}`, { name: fresh(), credentials });
    await ask("PUT", `/api/connections/${id}`, { enabled: false });
  }),
  "DELETE /api/connections/{id}": tells(["connection", "tool"], async ({ ask, now }) => {
    const { id } = await ask("POST", "/api/connections", { ...mail(), allowPrivate: true, confirm: true });
    await now();
    await ask("DELETE", `/api/connections/${id}`);
  }),
  "POST /api/connections/{id}/test": LOOKS,
  "POST /api/connections/{id}/authorization": LOOKS,
  "POST /api/connections/authorization": none("it stores credentials by the statement of PUT /api/connections/{id}"),
  "POST /api/worker/tools": tells(["tool"], async ({ ask, real }) => {
    const name = fresh();
    const tool = { name, description: "d", inputSchema: { type: "object" } };
    await ask("POST", "/api/worker/tools", { tools: [tool] }, real.ourKeys.worker);
    await ask("POST", "/api/worker/tools", { tools: [{ ...tool, description: "other" }] }, real.ourKeys.worker);
  }),
  "POST /api/worker/claims": ACTION,
  "POST /api/worker/claims/{id}/heartbeat": ACTION,
  "POST /api/worker/claims/{id}/complete": ACTION,
  "POST /api/worker/claims/{id}/fail": ACTION,
  "POST /api/worker/previews/{pendingActionId}": ACTION,
  "POST /api/keys": tells(["api_key"], newAgent),
  "PUT /api/keys/{id}": tells(["api_key"], async (made) => {
    const { id } = await newAgent(made);
    await made.now();
    await made.ask("PUT", `/api/keys/${id}`, { expiresAt: soon(), allowedAddresses: ["10.0.0.0/8"] });
  }),
  "POST /api/keys/{id}/rotate": tells(["api_key"], async (made) => {
    const { id } = await newAgent(made);
    await made.now();
    await made.ask("POST", `/api/keys/${id}/rotate`, {});
  }),
  "POST /api/keys/{id}/end-former": tells(["api_key"], async (made) => {
    const { id } = await newAgent(made);
    await made.ask("POST", `/api/keys/${id}/rotate`, {});
    await made.now();
    await made.ask("POST", `/api/keys/${id}/end-former`, {});
  }),
  "DELETE /api/keys/{id}": tells(["api_key"], async (made) => {
    const { id } = await newAgent(made);
    await made.now();
    await made.ask("DELETE", `/api/keys/${id}`);
  }),
  "POST /api/members": tells(["member"], newMember),
  "POST /api/members/{userId}/invitation": none("a link to sign in is no setting"),
  "PUT /api/members/{userId}": tells(["member"], async (made) => {
    const id = await newMember(made);
    await made.now();
    await made.ask("PUT", `/api/members/${id}`, { role: "approver", confirm: true });
  }),
  "DELETE /api/members/{userId}": tells(["api_key", "member"], async (made) => {
    const { identity, ours } = made.real;
    const id = await newMember(made);
    const by = { kind: "user", id, name: "x", workspaceId: ours.agent.workspaceId, role: "viewer", groups: [] } as const;
    await identity.createKey({ ...by, groups: [] }, { kind: "user", name: "token" });
    await made.now();
    await made.ask("DELETE", `/api/members/${id}`);
  }),
  "PUT /api/settings": tells(["workspace"], async ({ ask }) =>
    ask("PUT", "/api/settings", { newApproverWaitSeconds: 7201, confirm: true }),
  ),
  "POST /api/notifications/{id}/repeat": none("a delivery is no setting"),
  "PUT /api/notification-preference": none("how a person wants to be told protects nothing; the log has an event of it"),
  "POST /api/notification-presses/{workspaceId}/{id}": ACTION,
  "POST /api/notification-accounts/{id}/code": none("it connects nothing yet"),
  "PUT /api/notification-accounts/{id}": none("it is a preference, too"),
  "DELETE /api/notification-accounts/{id}": none("it is a preference, too"),
  "POST /api/notification-devices": none("it is a preference, too"),
  "POST /api/notification-devices/{id}/test": none("it changes nothing"),
  "DELETE /api/notification-devices/{id}": none("it is a preference, too"),
  "POST /api/notifications/unsubscribe/{token}": none("it is a preference, too"),
  "POST /api/audit/verify": LOOKS,
  "PUT /api/content/types/{kind}/{name}": CONTENT,
  "POST /api/content/elements": CONTENT,
  "PUT /api/content/elements/{id}": CONTENT,
  "POST /api/content/assets": CONTENT,
  "PUT /api/content/rights": tells(["content_right"], async ({ ask }) => {
    await ask("PUT", "/api/content/rights", rights(["view"]));
    await ask("PUT", "/api/content/rights", { items: [], confirm: true });
    await ask("PUT", "/api/content/rights", rights(["view", "edit"]));
  }),
  "POST /api/content/import": CONTENT,
  "POST /api/content/sample": CONTENT,
  "POST /api/studio/tools": tells(["studio_tool"], newDraft),
  "PUT /api/studio/tools/{name}": tells(["studio_tool"], async (made) => {
    const name = await newDraft(made);
    await made.now();
    await made.ask("PUT", `/api/studio/tools/${name}`, { draft: { ...DRAFT, description: "Other." }, draftVersion: 1 });
  }),
  "DELETE /api/studio/tools/{name}": tells(["studio_tool"], async (made) => {
    const name = await newDraft(made);
    await made.now();
    await made.ask("DELETE", `/api/studio/tools/${name}`);
  }),
  "POST /api/studio/tools/{name}/runs": none("a run is no setting; a version names the run it was published on"),
  "POST /api/studio/tools/{name}/publish": tells(["studio_tool", "studio_version", "tool"], newPublished),
  "POST /api/studio/tools/{name}/retire": tells(["studio_tool", "tool"], async (made) => {
    const name = await newPublished(made);
    await made.now();
    await made.ask("POST", `/api/studio/tools/${name}/retire`, {});
  }),
  "POST /api/studio/tools/{name}/versions/{version}/restore": tells(["studio_tool"], async (made) => {
    const name = await newPublished(made);
    await made.ask("PUT", `/api/studio/tools/${name}`, { draft: { ...DRAFT, description: "Other." }, draftVersion: 1 });
    await made.now();
    await made.ask("POST", `/api/studio/tools/${name}/versions/1/restore`, { draftVersion: 2 });
  }),
};

/** Repeats a rejected call, without changing the tool as well. */
async function pauseAlone({ ask, real }: Made): Promise<void> {
  const key = real.ourKeys.agent;
  const call = { toolName: "pay", toolInput: { amount: 78 }, waitSeconds: 0 };
  const { pendingActionId: id } = await ask("POST", "/api/pending-actions", call, key);
  await ask("POST", `/api/pending-actions/${id}/reject`, { reason: "no" }, real.ourKeys.approver);
  await real.send("POST", "/api/pending-actions", key, call);
}
