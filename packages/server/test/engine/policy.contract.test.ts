import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { claimApproved } from "../support/claim.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests which policy applies to a call, on either database. No executor runs: tests claim runnable actions themselves. */
describe(`policies on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { started: false })));
  afterAll(async () => gate?.close());

  const set = (settings: ToolSettings, name = "pay", by: Principal = gate.people.admin) =>
    gate.engine.tools.change(by, name, settings);
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const approve = (id: string, by: Principal = gate.people.approver, more: object = {}) =>
    gate.engine.decisions.approve(by, id, { channel, ...more });
  /** Claims every runnable action; returns the error code or status of this one. */
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };
  const ask = async (amount: number, tool = "pay") =>
    gate.engine.proposals.propose(gate.agent, { toolName: tool, toolInput: { amount }, waitSeconds: 0 });
  const reset = async () =>
    need(
      await set({
        approval: "required",
        groups: [{ group: "default" }],
        approverRole: null,
        approverIds: [],
        inClient: null,
        risk: null,
        delivery: null,
        onWaitEnd: null,
        waitSeconds: null,
        routingRules: [],
        confirm: true,
      }),
    );
  const setAgent = async (change: object) =>
    need(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { ...change, confirm: true }));
  const eventsOf = async (eventKind: string) =>
    need(await gate.engine.audit.page(gate.people.admin, { kinds: [eventKind], limit: 200 }));

  test("G1 an expression asks for some calls only, and for those it cannot judge", async () => {
    const refused = await set({ approval: "when", approvalWhen: "args.amount >", confirm: true });
    expect(refused).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/approvalWhen" }] } });
    expect(codeOf(await set({ approval: "when", confirm: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await set({ approval: "when", approvalWhen: "args.amount > 100" }))).toBe("INVALID_INPUT");
    need(await set({ approval: "when", approvalWhen: "args.amount > 100", confirm: true }));

    const small = need(await ask(50));
    expect(await read(small.pendingActionId!)).toMatchObject({
      status: "approved",
      resolvedBy: { kind: "system", id: "policy" },
    });
    expect((await read(small.pendingActionId!)).approval.why).toContain("args.amount > 100");
    expect(need(await ask(150)).status).toBe("queued");
    expect(await claimed(small.pendingActionId!)).toBe("executing");

    need(await set({ approvalWhen: 'args.note == "x"', confirm: true }));
    expect(need(await ask(50)).status).toBe("queued");
    await reset();
  });

  test("G8 an expression that changed after it let a call pass lets it pass no more", async () => {
    need(await set({ approval: "when", approvalWhen: "args.amount > 100", confirm: true }));
    const [first, second] = [need(await ask(50)), need(await ask(50))];
    need(await set({ approvalWhen: "args.amount > 10", confirm: true }));
    expect(await claimed(first.pendingActionId!)).toBe("forbidden");
    expect((await read(second.pendingActionId!)).error?.message).toMatch(/person/);
    await reset();
  });

  test("G1 an edit that an expression would let pass is still only what the person decides", async () => {
    need(await set({ approval: "when", approvalWhen: "args.amount > 100", confirm: true }));
    const { pendingActionId: id } = need(await ask(150));
    need(await gate.engine.decisions.previewEdits(gate.people.approver, id!, { amount: 50 }));
    expect((await read(id!)).status).toBe("pending");
    expect(codeOf(await approve(id!, gate.people.viewer, { userEdits: { amount: 50 } }))).toBe("FORBIDDEN");
    expect(need(await approve(id!, gate.people.approver, { userEdits: { amount: 50 } })).resolvedBy?.kind).toBe("user");
    expect(await claimed(id!)).toBe("executing");
    await reset();
  });

  test("G6 lowering protection is an administrator's act, confirmed, and on the record", async () => {
    expect(codeOf(await set({ approval: "never", confirm: true }, "pay", gate.people.approver))).toBe("FORBIDDEN");
    expect(codeOf(await set({ approval: "never", confirm: true }, "pay", gate.agent))).toBe("FORBIDDEN");
    const lowering: ToolSettings[] = [
      { approval: "never" },
      { risk: 0 },
      { inClient: true, risk: 4 },
      { groups: [{ group: "default", approval: "never" }] },
      { groups: [{ group: "default" }, { group: "direct", approval: "never" }] },
    ];
    for (const settings of lowering) {
      const refused = await set(settings);
      expect([settings, refused.ok || refused.refusal.errors?.[0]?.path]).toEqual([settings, "/confirm"]);
    }
    need(await set({ approverRole: "admin", approverIds: [gate.people.admin.id] }));
    for (const settings of [{ approverRole: null }, { approverIds: [] as string[] }])
      expect(codeOf(await set(settings))).toBe("INVALID_INPUT");
    need(await set({ approval: "never", confirm: true }));
    const told = (await eventsOf("tool.settings_changed")).at(-1);
    expect(told).toMatchObject({ by: { id: gate.people.admin.id }, data: { name: "pay", lowers: true, approval: "never" } });
    await reset();
  });

  test("G1 the same write is direct in one group and proposed in another", async () => {
    need(
      await gate.engine.groups.change(gate.people.admin, "direct", {
        tools: [{ name: "pay", approval: "never" }],
        confirm: true,
      }),
    );
    need(
      await gate.engine.groups.change(gate.people.admin, "propose", {
        description: "asks",
        tools: [{ name: "pay", approval: "required" }],
      }),
    );
    const outcome = async (groups: string[]) => {
      await setAgent({ groups });
      const answer = await ask(1);
      return answer.ok ? (answer.value.status === "queued" ? "asks" : "runs") : answer.refusal.code;
    };
    expect([
      await outcome(["propose"]),
      await outcome(["direct"]),
      await outcome(["direct", "propose"]),
      await outcome(["none"]),
    ]).toEqual(["asks", "runs", "asks", "FORBIDDEN"]);
    const [tool] = need(await gate.engine.gateway.tools({ ...gate.agent, groups: ["direct"] }));
    expect(tool).toBeUndefined();
    await setAgent({ groups: ["direct"] });
    expect(need(await gate.engine.gateway.tools(gate.agent))).toMatchObject([{ name: "pay", approval: "never" }]);

    const { pendingActionId: id } = need(await ask(2));
    await setAgent({ groups: ["propose"] });
    expect(await claimed(id!)).toBe("forbidden");

    const groups = need(await gate.engine.groups.list(gate.people.viewer));
    expect(groups.find(({ name }) => name === "propose")).toEqual({
      name: "propose",
      description: "asks",
      tools: [{ name: "pay", approval: "required" }],
      agents: 1,
    });
    expect(codeOf(await gate.engine.groups.change(gate.people.admin, "default", { tools: [] }))).toBe("INVALID_INPUT");
    expect(codeOf(await gate.engine.groups.change(gate.people.admin, "x", { tools: [{ name: "nothing" }] }))).toBe(
      "INVALID_INPUT",
    );
    expect(codeOf(await gate.engine.groups.remove(gate.people.approver, "propose", true))).toBe("FORBIDDEN");
    need(await gate.engine.groups.remove(gate.people.admin, "propose", true));
    need(await gate.engine.groups.remove(gate.people.admin, "direct", true));
    expect(codeOf(await gate.engine.groups.remove(gate.people.admin, "direct", true))).toBe("NOT_FOUND");
    expect(need(await gate.engine.agents.list(gate.people.viewer))[0]).toMatchObject({ id: gate.agent.id, groups: [] });
    await setAgent({ groups: ["default"] });
    await reset();
  });

  test("G8 above an agent's cap nothing is listed, proposed or run", async () => {
    need(await set({ risk: 4 }));
    const { pendingActionId: id } = need(await ask(1));
    need(await approve(id!));
    need(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { maxRisk: 3 }));
    expect(codeOf(await ask(1))).toBe("FORBIDDEN");
    const names = need(await gate.engine.gateway.tools(gate.agent)).map(({ name }) => name);
    expect([names.includes("pay"), names.includes("peek")]).toEqual([false, true]);
    expect(need(await gate.engine.tools.list(gate.agent)).some(({ name }) => name === "pay")).toBe(false);
    expect(await claimed(id!)).toBe("forbidden");
    expect(codeOf(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { maxRisk: null }))).toBe("INVALID_INPUT");
    await setAgent({ maxRisk: null });
    await reset();
  });

  test("G8 only those decide whom the tool names, one by one and in a batch, and only while it names them", async () => {
    const { approver, other, admin } = gate.people;
    expect(codeOf(await set({ approverIds: ["nobody"] }))).toBe("INVALID_INPUT");
    expect(codeOf(await set({ approverIds: [gate.people.viewer.id] }))).toBe("INVALID_INPUT");
    need(await set({ approverIds: [other.id] }));
    const id = await propose(gate, "pay", { amount: 1 });
    const action = await read(id);
    expect(action.approval.who).toMatch(/^Only other,/);
    expect(codeOf(await approve(id, approver))).toBe("FORBIDDEN");
    expect(codeOf(await approve(id, admin))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.decisions.reject(approver, id, { channel }))).toBe("FORBIDDEN");
    const items = [{ pendingActionId: id, verdict: "approve" as const }];
    expect(need(await gate.engine.decisions.decideMany(approver, items, channel)).results).toMatchObject([
      { outcome: "skipped", code: "FORBIDDEN" },
    ]);
    need(await approve(id, other));
    need(await set({ approverRole: "admin", approverIds: [], confirm: true }));
    expect(await claimed(id)).toBe("forbidden");

    const second = await propose(gate, "pay", { amount: 2 });
    expect(codeOf(await approve(second, other))).toBe("FORBIDDEN");
    expect((await read(second)).approval.who).toMatch(/role admin/);
    need(await approve(second, admin));
    expect(await claimed(second)).toBe("executing");
    await reset();
  });

  test("G7 an answer at the client counts only with an administrator's word for key and tool", async () => {
    const answer = async (id: string, by: Principal = gate.agent, digest?: string) =>
      gate.engine.decisions.answerInClient(by, id, "approve", { digest: digest ?? (await read(id)).digest });
    const first = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await answer(first))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { inClient: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await gate.engine.agents.change(gate.agent, gate.agent.id, { inClient: true, confirm: true }))).toBe(
      "FORBIDDEN",
    );
    await setAgent({ inClient: true });
    for (const settings of [
      { inClient: false },
      { inClient: null, risk: 4 as const },
      { inClient: true, risk: 5 as const },
      { inClient: null, risk: null, approverRole: "admin" as const },
    ]) {
      need(await set({ approverRole: null, ...settings, confirm: true }));
      expect([settings, codeOf(await answer(first))]).toEqual([settings, "FORBIDDEN"]);
    }
    await reset();
    expect(codeOf(await answer(first, gate.people.approver))).toBe("FORBIDDEN");
    expect(codeOf(await answer(first, { ...gate.agent, id: "key_other" }))).toBe("NOT_FOUND");
    expect(codeOf(await answer(first, gate.agent, "0".repeat(64)))).toBe("DIGEST_MISMATCH");
    expect(need(await answer(first)).decisions.at(-1)).toMatchObject({
      channel: "elicitation",
      by: { kind: "user", id: `client:${gate.agent.id}`, name: "the person at agent" },
    });
    expect(await claimed(first)).toBe("executing");

    const second = await propose(gate, "pay", { amount: 2 });
    need(await answer(second));
    await setAgent({ inClient: false });
    expect(await claimed(second)).toBe("forbidden");
    const third = await propose(gate, "pay", { amount: 3 });
    expect(
      codeOf(await gate.engine.decisions.answerInClient(gate.agent, third, "reject", { digest: (await read(third)).digest })),
    ).toBe("FORBIDDEN");
  });

  test("G1 a call that asks nobody is recorded only while it asks nobody", async () => {
    const look = async () => need(await gate.engine.gateway.tools(gate.agent)).find(({ name }) => name === "pay")!;
    let tool = await look();
    const record = async () => codeOf(await gate.engine.gateway.recordPassThrough(gate.agent, tool, "d".repeat(64)));
    expect(await record()).toBe("FORBIDDEN");
    need(await set({ approval: "never", confirm: true }));
    tool = await look();
    expect(await record()).toBe("ok");
    expect((await eventsOf("call.forwarded")).at(-1)).toMatchObject({
      by: { id: gate.agent.id },
      data: { toolName: "pay", inputDigest: "d".repeat(64) },
    });
    need(await set({ enabled: false }));
    expect(await record()).toBe("FORBIDDEN");
    need(await set({ enabled: true, confirm: true }));
    // The policy changed, and nothing that concerns this call.
    expect(await record()).toBe("ok");
    need(await set({ approval: "when", approvalWhen: "args.amount > 1", confirm: true }));
    expect(await record()).toBe("FORBIDDEN");
    tool = await look();
    expect(await record()).toBe("ok");
    need(await set({ approvalWhen: "args.amount > 0", confirm: true }));
    expect(await record()).toBe("FORBIDDEN");
    need(await set({ approval: "never", approvalWhen: null, confirm: true }));
    for (const when of ["args.amount > 5", "args.amount > 4"]) {
      tool = await look();
      expect(await record()).toBe("ok");
      need(await set({ routingRules: [{ name: "Large", when }], confirm: true }));
      expect(await record()).toBe("FORBIDDEN");
    }
    await reset();
  });

  test("G10 the same call met twice is one question with `when`, too", async () => {
    need(await set({ approval: "when", approvalWhen: "args.amount > 100", confirm: true }));
    const call = (amount: number) => gate.engine.heldCalls.ask(gate.agent, { toolName: "pay", toolInput: { amount } });
    const [one, again] = [need(await call(777)), need(await call(777))];
    expect(again.pendingActionId).toBe(one.pendingActionId);
    const [small, smallAgain] = [need(await call(7)), need(await call(7))];
    expect(smallAgain.pendingActionId).not.toBe(small.pendingActionId);
    await reset();
  });

  test("a tool says how its calls wait, unless the call says so itself", async () => {
    need(await set({ delivery: "wait", waitSeconds: 0, onWaitEnd: "expire" }));
    const waited = need(await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 1 } }));
    expect(waited.status).toBe("expired");
    const queued = need(
      await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 1 }, delivery: "queue" }),
    );
    expect((await read(queued.pendingActionId!)).expiresAt).toBeNull();
    const once = need(await gate.engine.heldCalls.ask(gate.agent, { toolName: "pay", toolInput: { amount: 999 } }));
    expect(once.status).toBe("queued");
    await reset();
  });

  test("names that read like another's, unknown words and unknown people are refused together", async () => {
    const refused = await set({
      alias: "f-a-i-l",
      promptTemplate: "Run {toolName} with {secret}?",
      approvalWhen: "args.",
      approverIds: ["nobody"],
      groups: [{ group: "a" }, { group: "a" }],
    });
    const paths = refused.ok ? [] : refused.refusal.errors!.map(({ path }) => path);
    expect(paths).toEqual(["/approvalWhen", "/promptTemplate", "/groups/1/group", "/approverIds/0"]);
    for (const alias of ["fai1", "FAIL", "peek", "approval_wait"])
      expect([alias, codeOf(await set({ alias }))]).toEqual([alias, "INVALID_INPUT"]);
    expect(
      need(await set({ alias: "transfer", descriptionOverride: "Pays.", promptTemplate: "{toolName}: {args}" })),
    ).toMatchObject({ alias: "transfer" });
    expect(need(await gate.engine.gateway.tools(gate.agent)).find(({ name }) => name === "pay")).toMatchObject({
      exposedName: "transfer",
      description: "Pays.",
    });
    expect(codeOf(await set({ alias: "transfer" }, "fail"))).toBe("INVALID_INPUT");
    need(await set({ alias: null, descriptionOverride: null, promptTemplate: null }));
  });

  test("G11 an administrator's question stands on the action and its row, and no word of the agent's within it", async () => {
    need(await set({ promptTemplate: "May {toolName} go out? {args}" }));
    const id = await propose(gate, "pay", { amount: 3, note: "Approved by security." });
    const question = "May pay go out? (the input shown here)";
    expect(need(await gate.engine.actions.get(gate.people.viewer, id)).question).toBe(question);
    const { items } = need(await gate.engine.actions.list(gate.people.viewer, { toolName: "pay" }));
    expect(items.find((row) => row.id === id)?.question).toBe(question);
    need(await set({ promptTemplate: null }));
    expect(need(await gate.engine.actions.get(gate.people.viewer, id)).question).toBeNull();
    expect(need(await gate.engine.decisions.reject(gate.people.approver, id, { channel })).question).toBeNull();
  });

  test("a try shows what a client would be answered, and runs only when told to", async () => {
    const tryIt = async (request: object) =>
      need(await gate.engine.tools.tryOut(gate.people.admin, "pay", { toolInput: { amount: 1 }, ...request }));
    const before = need(await gate.engine.actions.counts(gate.people.admin)).byStatus["pending"];
    const question =
      'The agent wants to call pay with:\n{\n  "amount": 1\n}\n\nThis call runs only if you approve, exactly as shown and once.';
    expect(await tryIt({})).toMatchObject({ verdict: "asks", question, pendingActionId: null });
    expect(await tryIt({ toolInput: {} })).toMatchObject({ verdict: "refused", errors: [{ path: "/toolInput/amount" }] });
    expect(need(await gate.engine.actions.counts(gate.people.admin)).byStatus["pending"]).toBe(before);
    expect(codeOf(await gate.engine.tools.tryOut(gate.people.admin, "pay", { toolInput: { amount: 1 }, run: true }))).toBe(
      "INVALID_INPUT",
    );
    expect(codeOf(await gate.engine.tools.tryOut(gate.people.approver, "pay", { toolInput: { amount: 1 } }))).toBe("FORBIDDEN");
    const tried = await tryIt({ agentId: gate.agent.id, run: true });
    expect(await read(tried.pendingActionId!)).toMatchObject({ status: "pending", proposedBy: { id: gate.agent.id } });
  });

  test("G9 tools, groups and agents of another workspace are neither seen nor changed", async () => {
    const outside = await openGate(kind, { started: false, database: gate.database });
    const { admin } = outside.people;
    expect(codeOf(await gate.engine.agents.change(admin, gate.agent.id, { name: "mine" }))).toBe("NOT_FOUND");
    need(await gate.engine.groups.change(gate.people.admin, "secret group", {}));
    expect(need(await gate.engine.groups.list(admin)).map(({ name }) => name)).toEqual(["default"]);
    expect(need(await gate.engine.agents.list(admin)).map(({ id }) => id)).toEqual([outside.agent.id]);
    need(await gate.engine.tools.change(admin, "pay", { approval: "never", confirm: true }));
    expect(need(await ask(1)).status).toBe("queued");
    const tried = await gate.engine.tools.tryOut(admin, "pay", { toolInput: { amount: 1 }, agentId: gate.agent.id });
    expect(codeOf(tried)).toBe("INVALID_INPUT");
    const id = await propose(gate, "pay", { amount: 1 });
    const stranger = { ...outside.agent, id: gate.agent.id };
    expect(codeOf(await gate.engine.decisions.answerInClient(stranger, id, "approve", { digest: "" }))).toBe("NOT_FOUND");
    await sql`update tool set enabled = true where workspace_id = ${admin.workspaceId}`.execute(gate.database.kysely);
    await outside.engine.stop(1);
  });
});
