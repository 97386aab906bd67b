import { setTimeout as pause } from "node:timers/promises";
import type { Client, ProgressCallback } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

describe.each(ERAS)("a call in the era of %s", (era) => {
  let server: McpServer;
  let key: string;
  let client: Client;
  beforeAll(async () => {
    server = await openMcpServer();
    ({ key } = await server.makeKey(server.gate, "agent"));
    client = await server.connect(key, era);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clear());

  test("the client speaks the era it asked for", () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
  });

  test("lists the tools of the agent's groups, with our own hints, and the front's three", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "fail",
      "pay",
      "peek",
      "set_value",
      "unclear",
      "approval_wait",
      "approval_list",
      "approval_reply",
      "approval_checkpoint",
    ]);
    const find = (name: string) => tools.find((tool) => tool.name === name);
    expect(find("peek")?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(find("pay")?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(find("pay")?.inputSchema).toMatchObject({ type: "object", required: ["amount"] });
    need(await server.gate.engine.tools.change(server.gate.people.admin, "pay", { risk: 4 }));
    expect((await client.listTools()).tools.find((tool) => tool.name === "pay")?.annotations).toMatchObject({
      destructiveHint: true,
    });
  });

  test("an agent of another group sees and calls none of them", async () => {
    const { key: other } = await server.makeKey(server.gate, "agent", ["elsewhere"]);
    const stranger = await server.connect(other, era);
    expect((await stranger.listTools()).tools.map(({ name }) => name)).toEqual([
      "approval_wait",
      "approval_list",
      "approval_reply",
      "approval_checkpoint",
    ]);
    await expect(call(stranger, "peek")).rejects.toThrow("There is no tool named peek for this agent");
    await expect(call(stranger, "nothing")).rejects.toThrow("There is no tool named nothing for this agent");
  });

  test("a tool that only reads runs at once", async () => {
    const result = await call(client, "peek");
    expect(result).toMatchObject({ structuredContent: { value: "first" } });
    expect(result.isError).toBeFalsy();
    expect(JSON.parse(textOf(result))).toEqual({ value: "first" });
  });

  test("G1 a gated call is held, runs after a person's approval, and its result arrives", async () => {
    const held = call(client, "pay", { amount: 5, to: "a" });
    const [id = ""] = await server.pending();
    expect(server.gate.ran).toEqual([]);
    await server.decide("approve", id);
    const result = await held;
    expect(outcomeOf(result)).toMatchObject({ status: "executed", pendingActionId: id, result: { ok: true } });
    expect(result.isError).toBeFalsy();
    expect(textOf(result)).toContain("has run once");
    expect(server.gate.ran).toEqual([{ toolName: "pay", input: { amount: 5, to: "a" }, key: `act_${id}` }]);
  });

  test("tells a client that asks for progress that a person is awaited", async () => {
    const told: (string | undefined)[] = [];
    const held = call(client, "pay", { amount: 6 }, { onprogress: ({ message }) => told.push(message) });
    const [id = ""] = await server.pending();
    while (told.length === 0) await pause(10);
    expect(told[0]).toContain(id);
    await server.decide("reject", id);
    await held;
  });

  test("G13 edits by a person are told with the result", async () => {
    const held = call(client, "pay", { amount: 7 });
    const [id = ""] = await server.pending();
    await server.decide("approve", id, { userEdits: { amount: 3 } });
    const result = await held;
    expect(outcomeOf(result)).toMatchObject({ status: "executed", effectiveInput: { amount: 3 } });
    expect(textOf(result)).toContain('A person changed the input. The approved input is: {"amount":3}');
    expect(server.gate.ran.map(({ input }) => input)).toEqual([{ amount: 3 }]);
  });

  test("G13 rejected, refined, failed and expired are four different answers, and each an error", async () => {
    const ended = async (held: ReturnType<typeof call>) => {
      const result = await held;
      expect(result.isError).toBe(true);
      return { ...outcomeOf(result), text: textOf(result) };
    };
    const answer = async (name: string, args: { amount: number }, decide: (id: string) => Promise<unknown>) => {
      const held = call(client, name, args);
      const [id = ""] = await server.pending();
      await decide(id);
      return ended(held);
    };
    const rejected = await answer("pay", { amount: 8 }, (id) => server.decide("reject", id, { reason: "too much" }));
    expect(rejected).toMatchObject({
      status: "rejected",
      reason: "too much",
      text: expect.stringContaining("Reason: too much"),
    });
    const refined = await answer("pay", { amount: 9 }, (id) => server.decide("refine", id, { feedback: "on Tuesday" }));
    expect(refined).toMatchObject({
      status: "refined",
      feedback: "on Tuesday",
      text: expect.stringContaining("Feedback: on Tuesday"),
    });
    const failed = await answer("fail", { amount: 10 }, (id) => server.decide("approve", id));
    expect(failed).toMatchObject({
      status: "failed",
      error: { code: "handler" },
      text: expect.stringContaining("approved but failed"),
    });
    need(await server.gate.engine.tools.change(server.gate.people.admin, "pay", { lifetimeSeconds: 1 }));
    const expired = await ended(call(client, "pay", { amount: 11 }));
    need(await server.gate.engine.tools.change(server.gate.people.admin, "pay", { lifetimeSeconds: null }));
    expect(expired).toMatchObject({ status: "expired", text: expect.stringContaining("Nobody decided in time") });
    expect(new Set([rejected, refined, failed, expired].map(({ message }) => message)).size).toBe(4);
    expect(server.gate.ran).toEqual([]);
  });

  test("G6 arguments the schema refuses store nothing, and the answer says where", async () => {
    const result = await call(client, "pay", { amount: "ten" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("/toolInput/amount");
    expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
  });

  test("G10 the same call meets its pending action and uses the approval once", async () => {
    const first = call(client, "pay", { amount: 20, to: "b" });
    const [id = ""] = await server.pending();
    // A second MCP session of the same agent, with the arguments in another order.
    const told: (string | undefined)[] = [];
    const onprogress: ProgressCallback = ({ message }) => told.push(message);
    const again = call(await server.connect(key, era), "pay", { to: "b", amount: 20 }, { onprogress });
    while (told.length === 0) await pause(10);
    expect(told[0]).toContain(id);
    expect(await server.pending()).toEqual([id]);
    await server.decide("approve", id);
    const [one, two] = await Promise.all([first, again]);
    expect(outcomeOf(one)).toMatchObject({ status: "executed", pendingActionId: id });
    expect(outcomeOf(two)).toEqual(outcomeOf(one));
    expect(server.gate.ran).toHaveLength(1);

    const anew = call(client, "pay", { amount: 20, to: "b" });
    const [next = ""] = await server.pending();
    expect(next).not.toBe(id);
    expect(server.gate.ran).toHaveLength(1);
    await server.decide("reject", next);
    expect(outcomeOf(await anew).status).toBe("rejected");
  });

  test("G10 ten equal calls at the same moment are one question", async () => {
    const told = new Set<number>();
    const held = Array.from({ length: 10 }, (_, n) => call(client, "pay", { amount: 21 }, { onprogress: () => told.add(n) }));
    const [id = ""] = await server.pending();
    while (told.size < held.length) await pause(10);
    expect(await server.pending()).toEqual([id]);
    await server.decide("approve", id);
    const ids = (await Promise.all(held)).map((result) => outcomeOf(result).pendingActionId);
    expect(new Set(ids)).toEqual(new Set([id]));
    expect(server.gate.ran).toHaveLength(1);
  });

  test("G10 another agent's equal call is a question of its own", async () => {
    const { key: other } = await server.makeKey(server.gate, "agent");
    const held = [call(client, "pay", { amount: 22 }), call(await server.connect(other, era), "pay", { amount: 22 })];
    const ids = await server.pending(2);
    expect(ids).toHaveLength(2);
    for (const id of ids) await server.decide("reject", id);
    for (const result of await Promise.all(held)) expect(outcomeOf(result).status).toBe("rejected");
  });

  test("G6 a client that gives up decides and runs nothing; the same call later gets the answer", async () => {
    const gone = new AbortController();
    const held = call(client, "pay", { amount: 23 }, { signal: gone.signal });
    const [id = ""] = await server.pending();
    gone.abort();
    await expect(held).rejects.toThrow();
    await pause(100);
    expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status).toBe("pending");
    expect(server.gate.ran).toEqual([]);
    await server.decide("approve", id);
    while (need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status !== "executed") await pause(10);
    await pause(100);
    expect(outcomeOf(await call(client, "pay", { amount: 23 }))).toMatchObject({ status: "executed", pendingActionId: id });
    expect(server.gate.ran).toHaveLength(1);
  });

  test("G6 a client that goes away while it is held leaves the end to its next call", async () => {
    const leaver = await server.connect(key, era);
    const held = call(leaver, "pay", { amount: 24 });
    held.catch(() => undefined);
    const [id = ""] = await server.pending();
    await leaver.close();
    await pause(200);
    await server.decide("approve", id);
    while (need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status !== "executed") await pause(10);
    await pause(100);
    expect(outcomeOf(await call(client, "pay", { amount: 24 }))).toMatchObject({ status: "executed", pendingActionId: id });
    expect(server.gate.ran).toHaveLength(1);
  });

  test("G10 nothing a client says about itself passes the gate", async () => {
    const forger = await server.connect(key, era, { name: "countersign-chat", version: "1" });
    const held = forger.callTool({
      name: "pay",
      arguments: { amount: 25 },
      _meta: { approved: true, grant: "act_1", "countersign/approved": true, approvedBy: "admin" },
    });
    const [id = ""] = await server.pending();
    expect(server.gate.ran).toEqual([]);
    await server.decide("reject", id);
    expect(outcomeOf((await held) as never).status).toBe("rejected");
    const inArguments = await call(forger, "pay", { amount: 25, approved: true });
    expect(textOf(inArguments)).toContain("/toolInput/approved");
    expect(server.gate.ran).toEqual([]);
  });

  test("a tool that asks nobody runs as often as it is called, and is told as a run", async () => {
    const { engine, people } = server.gate;
    need(await engine.tools.change(people.admin, "pay", { approval: "never", confirm: true }));
    const ask = async () => outcomeOf(await call(client, "pay", { amount: 7 }));
    const [one, two] = [await ask(), await ask()];
    need(await engine.tools.change(people.admin, "pay", { approval: "required" }));
    expect([one.status, two.status]).toEqual(["executed", "executed"]);
    expect(one.pendingActionId).not.toBe(two.pendingActionId);
    expect(server.gate.ran).toHaveLength(2);
  });
});
