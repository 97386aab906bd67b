import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

/** A server that holds calls only as long as the tests need. */
describe.each(ERAS)("a wait that ends undecided, in the era of %s", (era) => {
  let server: McpServer;
  let client: Client;
  beforeAll(async () => {
    server = await openMcpServer({ holdSeconds: 0.3 });
    client = await server.connect((await server.makeKey(server.gate, "agent")).key, era);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clear());

  const untilExecuted = async (id: string) => {
    while (need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status !== "executed") await pause(10);
  };

  test("G6 it is answered as queued, nothing has run, and the action stays", async () => {
    const result = await call(client, "pay", { amount: 1 });
    const { status, pendingActionId } = outcomeOf(result);
    expect(status).toBe("queued");
    expect(result.isError).toBeFalsy();
    expect(textOf(result)).toContain("has NOT run");
    expect(textOf(result)).toContain(`pendingActionId: ${pendingActionId}`);
    expect(await server.pending()).toEqual([pendingActionId]);
    expect(server.gate.ran).toEqual([]);
  });

  test("approval_wait tells the end later, and telling it ends the call", async () => {
    const { pendingActionId } = outcomeOf(await call(client, "pay", { amount: 2 }));
    const id = String(pendingActionId);
    expect(outcomeOf(await call(client, "approval_wait", { pendingActionId: id, waitSeconds: 0 })).status).toBe("queued");
    await server.decide("approve", id);
    await untilExecuted(id);
    const told = await call(client, "approval_wait", { pendingActionId: id });
    expect(outcomeOf(told)).toMatchObject({ status: "executed", pendingActionId: id, result: { ok: true } });
    expect(outcomeOf(await call(client, "approval_wait", { pendingActionId: id })).status).toBe("executed");
    expect(outcomeOf(await call(client, "pay", { amount: 2 })).pendingActionId).not.toBe(id);
    expect(server.gate.ran).toHaveLength(1);
  });

  test("G10 the same call again meets its pending action, then gets the end, then asks anew", async () => {
    const ask = async () => outcomeOf(await call(client, "pay", { amount: 3 }));
    const { pendingActionId } = await ask();
    const id = String(pendingActionId);
    expect(await ask()).toMatchObject({ status: "queued", pendingActionId: id });
    await server.decide("approve", id);
    await untilExecuted(id);
    expect(await ask()).toMatchObject({ status: "executed", pendingActionId: id });
    const anew = await ask();
    expect(anew.status).toBe("queued");
    expect(anew.pendingActionId).not.toBe(id);
    expect(server.gate.ran).toHaveLength(1);
  });

  test("approval_list names what is open or was not told, and nothing of others", async () => {
    const list = async (of: Client) =>
      (await call(of, "approval_list")).structuredContent as { items: { pendingActionId: string; status: string }[] };
    for (const { pendingActionId } of (await list(client)).items) await call(client, "approval_wait", { pendingActionId });
    const { pendingActionId: first } = outcomeOf(await call(client, "pay", { amount: 4 }));
    const { pendingActionId: second } = outcomeOf(await call(client, "pay", { amount: 5 }));
    await server.decide("reject", String(first));
    expect((await list(client)).items).toMatchObject([
      { pendingActionId: second, status: "queued" },
      { pendingActionId: first, status: "rejected" },
    ]);
    await call(client, "approval_wait", { pendingActionId: String(first) });
    expect((await list(client)).items).toMatchObject([{ pendingActionId: second }]);
    const other = await server.connect((await server.makeKey(server.gate, "agent")).key, era);
    expect((await list(other)).items).toEqual([]);
    const guess = await call(other, "approval_wait", { pendingActionId: String(second) });
    expect(guess).toMatchObject({ isError: true, structuredContent: { code: "NOT_FOUND" } });
    for (const bad of [{}, { pendingActionId: 5 }, { pendingActionId: "a\u0000b" }, { pendingActionId: "x", approve: true }]) {
      expect(await call(client, "approval_wait", bad)).toMatchObject({
        isError: true,
        structuredContent: { code: "INVALID_INPUT" },
      });
    }
  });

  test("G9 an agent of another workspace gets nothing, by list, by id or by the same call", async () => {
    const { pendingActionId } = outcomeOf(await call(client, "pay", { amount: 6 }));
    const stranger = await server.connect((await server.makeKey(server.theirs, "agent")).key, era);
    expect((await call(stranger, "approval_list")).structuredContent).toEqual({ items: [] });
    const guess = await call(stranger, "approval_wait", { pendingActionId: String(pendingActionId) });
    expect(guess).toMatchObject({ isError: true, structuredContent: { code: "NOT_FOUND" } });
    expect(outcomeOf(await call(stranger, "pay", { amount: 6 })).pendingActionId).not.toBe(pendingActionId);
  });
});
