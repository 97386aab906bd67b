import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

/** Batch calls of a tool by an MCP client. */
describe.each(ERAS)("many calls in one over MCP %s", (era) => {
  let server: McpServer;
  let key: string;
  beforeAll(async () => {
    server = await openMcpServer();
    ({ key } = await server.makeKey(server.gate, "agent", ["default"]));
    need(
      await server.gate.engine.declaredTools.register(server.gate.worker, [
        {
          name: "reprice",
          description: "Changes prices",
          inputSchema: {
            type: "object",
            properties: { id: { type: "string" }, price: { type: "integer" } },
            required: ["id", "price"],
            additionalProperties: false,
          },
          batchKey: "proposals",
        },
      ]),
    );
  });
  afterAll(async () => server.close());

  const one = (id: string, price: number) => ({ id, price });

  test("the list form is listed and answered at once with ids, which can be waited for", async () => {
    const client = await server.connect(key, era);
    const tool = (await client.listTools()).tools.find(({ name }) => name === "reprice")!;
    expect(tool.inputSchema).toMatchObject({
      properties: { proposals: { type: "array", minItems: 1, maxItems: 100, items: { required: ["id", "price"] } } },
      required: ["proposals"],
      additionalProperties: false,
    });
    const result = await call(client, "reprice", { proposals: [one("a", 1), one("b", 2)], summary: "Sale" });
    const outcome = outcomeOf(result);
    expect(outcome).toMatchObject({ status: "queued", pendingActionId: null, toolName: "reprice" });
    expect(result.isError).toBeFalsy();
    const [first = "", second = ""] = outcome.proposalIds ?? [];
    expect(textOf(result)).toContain(first);
    expect(textOf(result)).toContain(second);
    expect(textOf(result)).not.toContain("null");
    await server.decide("reject", first, { reason: "not now" });
    expect(outcomeOf(await call(client, "approval_wait", { pendingActionId: first }))).toMatchObject({ status: "rejected" });
    await server.clear();
  });

  test("G10 the same list meets its open actions; an end among them is told once", async () => {
    const client = await server.connect(key, era);
    const ask = async () => call(client, "reprice", { proposals: [one("c", 1), one("d", 2)] });
    const [first = "", second = ""] = outcomeOf(await ask()).proposalIds ?? [];
    expect(outcomeOf(await ask()).proposalIds).toEqual([first, second]);
    await server.decide("refine", first, { feedback: "one less" });
    const told = await ask();
    expect(outcomeOf(told)).toMatchObject({
      status: "queued",
      proposalIds: [second],
      items: [{ index: 0, status: "refined", pendingActionId: first, feedback: "one less" }],
    });
    expect(textOf(told)).toContain("Feedback: one less");
    const [anew = "", same] = outcomeOf(await ask()).proposalIds ?? [];
    expect(anew).not.toBe(first);
    expect(same).toBe(second);
    await server.clear();
  });

  test("G6 an entry that is not valid is named by its place, and nothing waits", async () => {
    const client = await server.connect(key, era);
    const result = await call(client, "reprice", { proposals: [one("e", 1), { id: "f", price: "dear" }] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("/toolInput/proposals/1/price");
    expect(need(await server.gate.engine.actions.counts(server.gate.people.viewer)).byStatus["pending"] ?? 0).toBe(0);
  });

  test("a list of one is held as a single call is", async () => {
    const client = await server.connect(key, era);
    const asked = call(client, "reprice", { proposals: [one("g", 1)] });
    const [id = ""] = await server.pending();
    await server.decide("reject", id, { reason: "no" });
    expect(outcomeOf(await asked)).toMatchObject({ status: "rejected", pendingActionId: id, reason: "no" });
  });
});
