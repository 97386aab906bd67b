import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { ServerTool } from "../../src/ports/tool.ts";
import { describeTool } from "../../src/features/chat/tell-model.ts";
import { understand } from "../../src/features/chat/models/script/understand.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { openTalk } from "./support.ts";
import { FILE_TOOLS } from "./script-tools.ts";

const kind = inject("database");

const tools = FILE_TOOLS.map(({ name, title, description, inputSchema, runsAtOnce }): ServerTool => ({
  approval: runsAtOnce ? "never" : "required",
  definition: { name, title: title ?? name, description, inputSchema, risk: 1 },
  describe: async () => ({ preview: { title: name } }),
  execute: async () => ({}),
}));

/** Tests on every database the requests that a list of agents suggests. */
describe(`example requests of agents on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { connectors: [{ name: "files", tools }] })));
  afterAll(() => gate.close());

  test("an agent has three that the script understands as calls of its tools; without these tools or with a model it has none", async () => {
    const { chats } = openTalk(gate);
    onTestFinished(() => chats.close());
    const { admin, viewer } = gate.people;
    const { workspaceId, id } = gate.agent;
    const { kysely } = gate.database;
    const examples = async () => {
      const agents = need(await chats.agents(viewer));
      return agents.find((agent) => agent.id === id)!.exampleRequests;
    };
    const may = async (groups: string[]) =>
      kysely.updateTable("apiKey").set({ groups }).where("workspaceId", "=", workspaceId).where("id", "=", id).execute();

    const three = await examples();
    expect(three).toHaveLength(3);
    const known = need(await gate.engine.gateway.tools(gate.agent)).map(describeTool);
    expect(three.filter((request) => understand(request, known).kind !== "calls")).toEqual([]);
    expect(new Set(three.map((request) => request.split(" ")[0])).size).toBe(3);

    await may([]);
    expect(await examples()).toEqual([]);
    await may(["default"]);
    expect(await examples()).toEqual(three);

    const columns = { workspaceId, id: "c1", connector: "openai-compatible", name: "Local", prefix: "local", settings: "{}" };
    await kysely
      .insertInto("connection")
      .values({ ...columns, enabled: true, allowPrivate: false } as never)
      .execute();
    const model = { connectionId: "c1", name: "m", inputPriceMicros: null, outputPriceMicros: null };
    expect(need(await chats.changeAgent(admin, id, { model }))).toMatchObject({ isScript: false, exampleRequests: [] });
    expect(await examples()).toEqual([]);
    const script = await chats.changeAgent(admin, id, { model: { ...model, connectionId: null, name: "" } });
    expect(need(script).exampleRequests).toEqual(three);
  });
});
