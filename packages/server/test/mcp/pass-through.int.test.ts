import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import type { RoutingRule } from "@countersign/protocol";
import { need } from "../support/gate.ts";
import { openGateway, type Gateway } from "./gateway-support.ts";
import { call, ERAS, outcomeOf, textOf } from "./support.ts";

describe.each(ERAS)("what is behind the gate, for a client of %s", (era) => {
  let gateway: Gateway;
  let client: Client;
  beforeAll(async () => {
    gateway = await openGateway();
    client = await gateway.connect(await gateway.makeAgent(), era);
  });
  afterAll(() => gateway.close());

  test("its tools are listed whole, under its name; a gated one without the schema of a result it does not answer with at first", async () => {
    const { tools } = await client.listTools();
    const named = (name: string) => tools.find((tool) => tool.name === name);
    expect(named("bank_transfer")).toMatchObject({ title: "Transfer", _meta: { "example/kept": true } });
    expect(named("bank_balance")).toMatchObject({ outputSchema: { required: ["balance"] } });
    expect(named("bank_transfer")?.outputSchema).toBeUndefined();
  });

  test("a call that asks nobody is answered with the upstream's own answer, unknown fields included, and stores nothing", async () => {
    await gateway.forget();
    const result = await call(client, "bank_balance", { account: "a" });
    expect(result).toMatchObject({
      content: [{ type: "text", text: "5" }],
      structuredContent: { balance: 5 },
      "example/extra": [1],
    });
    expect(await gateway.received()).toMatchObject([{ params: { name: "balance", arguments: { account: "a" } } }]);
    expect(need(await gateway.gate.engine.actions.list(gateway.gate.people.viewer, {})).items).toEqual([]);
  });

  test("G6 a call to which a routing rule applies waits, and the tool's other calls are handed through", async () => {
    await gateway.forget();
    const { engine, people } = gateway.gate;
    const rules = (routingRules: RoutingRule[]) =>
      engine.tools.change(people.admin, "bank_balance", { routingRules, confirm: true }).then(need);
    await rules([{ name: "Foreign", when: 'args.account != "a"' }]);
    expect((await client.listTools()).tools.find(({ name }) => name === "bank_balance")?.outputSchema).toBeUndefined();
    expect(await call(client, "bank_balance", { account: "a" })).toMatchObject({ structuredContent: { balance: 5 } });
    expect(await gateway.received()).toHaveLength(1);
    const held = call(client, "bank_balance", { account: "z" });
    const [id = ""] = await gateway.pending();
    expect(await gateway.received()).toHaveLength(1);
    await gateway.decide("approve", id);
    expect(await held).toMatchObject({ structuredContent: { balance: 5 } });
    expect(await gateway.received()).toHaveLength(2);
    await rules([]);
    await gateway.clear();
  });

  test("G14 a gated call reaches the upstream after its approval and not before, and is answered whole", async () => {
    await gateway.forget();
    const held = call(client, "bank_transfer", { amount: 3, to: "b" });
    const [id = ""] = await gateway.pending();
    expect(await gateway.received()).toEqual([]);
    await gateway.decide("approve", id);
    expect(await held).toMatchObject({
      content: [{ type: "text", text: "moved 3 to b" }],
      structuredContent: { moved: 3 },
      _meta: { "example/trace": "t-1" },
    });
    expect(await gateway.received()).toMatchObject([{ params: { name: "transfer", arguments: { amount: 3, to: "b" } } }]);
  });

  test("labels for the gate stay at the gate; every other key of `_meta` is passed on", async () => {
    await gateway.forget();
    const _meta = { "countersign/sessionId": "s-1", "countersign/caption": "why", "example/trace": "t-2" };
    await client.callTool({ name: "bank_balance", arguments: { account: "a" }, _meta });
    const [received] = (await gateway.received()) as { params: { _meta: object } }[];
    expect(Object.keys(received!.params._meta).filter((name) => !name.startsWith("io."))).toEqual(["example/trace"]);
  });

  test("G13 where a person changed the input, that is said before the upstream's answer", async () => {
    const held = call(client, "bank_transfer", { amount: 30, to: "b" });
    const [id = ""] = await gateway.pending();
    await gateway.decide("approve", id, { userEdits: { amount: 2 } });
    const result = await held;
    expect(textOf(result)).toBe('A person changed the input. The approved input is: {"amount":2,"to":"b"}\nmoved 2 to b');
    expect(result.structuredContent).toEqual({ moved: 2 });
  });

  test("G13 a rejected call says so, and the upstream hears nothing", async () => {
    await gateway.forget();
    const held = call(client, "bank_transfer", { amount: 4, to: "b" });
    const [id = ""] = await gateway.pending();
    await gateway.decide("reject", id, { reason: "no" });
    expect(outcomeOf(await held)).toMatchObject({ status: "rejected", reason: "no" });
    expect(await gateway.received()).toEqual([]);
  });

  test("prompts and resources are handed through", async () => {
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "bank_greet" }]);
    expect((await client.getPrompt({ name: "bank_greet" })).messages).toMatchObject([{ content: { text: "greet" } }]);
    expect((await client.listResources()).resources).toMatchObject([{ uri: "bank://rates" }]);
    expect((await client.readResource({ uri: "bank://rates" })).contents).toMatchObject([{ text: "1.5" }]);
  });

  test("an agent that sees none of its tools sees nothing of it", async () => {
    const { key } = await gateway.makeKey(gateway.gate, "agent", ["elsewhere"]);
    const stranger = await gateway.connect(key, era);
    expect((await stranger.listTools()).tools.map(({ name }) => name)).toEqual([
      "approval_wait",
      "approval_list",
      "approval_reply",
      "approval_checkpoint",
    ]);
    await expect(stranger.readResource({ uri: "bank://rates" })).rejects.toThrow();
    await expect(stranger.getPrompt({ name: "bank_greet" })).rejects.toThrow();
  });
});
