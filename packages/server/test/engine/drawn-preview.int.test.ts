import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, Preview } from "@countersign/protocol";
import type { ServerTools } from "../../src/ports/tool.ts";
import { openRealApp } from "../http/real-app.ts";
import { need, openGate, propose, type Gate } from "../support/gate.ts";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const items = [
  { kind: "image", src: PIXEL, alt: "The page as it would look" },
  { kind: "table", columns: ["who", "owes"], rows: [["Ada", 12]] },
];
const broken = { title: "Pay everybody", items: [{ kind: "image", src: "https://example.test/beacon.png", alt: "x" }] };

describe("pictures and tables a tool draws", () => {
  let gate: Gate;
  let drawn: Preview = { title: "Pay", items };
  const connector: ServerTools = {
    name: "drawing",
    tools: [
      {
        definition: { name: "draw", description: "draws", inputSchema: { type: "object" } },
        approval: "required",
        describe: async () => ({ preview: drawn }),
        execute: async () => null,
      },
    ],
  };
  beforeAll(async () => {
    gate = await openGate("any", { started: false, connectors: [connector] });
  });
  afterAll(() => gate.close());

  test("are whole on the action's page, and a list has neither bytes nor rows", async () => {
    const id = await propose(gate, "draw", {});
    expect(need(await gate.engine.actions.get(gate.people.viewer, id)).preview.items).toEqual(items);
    const { items: rows } = need(await gate.engine.actions.list(gate.people.viewer, {}));
    expect(rows.find((row) => row.id === id)?.preview).toEqual({
      title: "Pay",
      items: [
        { kind: "image", alt: "The page as it would look" },
        { kind: "table", columns: ["who", "owes"] },
      ],
    });
  });

  test("G6 one that cannot be shown makes the whole preview a failed one, with the input still there", async () => {
    drawn = broken;
    const id = await propose(gate, "draw", { to: "everybody" });
    expect(need(await gate.engine.actions.get(gate.people.viewer, id))).toMatchObject({
      status: "pending",
      toolInput: { to: "everybody" },
      preview: { title: "draw", summary: "The tool could not create its preview." },
    });
  });
});

describe("pictures and tables a worker draws", () => {
  let server: Awaited<ReturnType<typeof openRealApp>>;
  beforeAll(async () => {
    server = await openRealApp();
  });
  afterAll(() => server.close());

  test("G6 one that cannot be shown is refused by its place, and the preview is still asked for", async () => {
    const post = async (path: string, key: string, body: unknown): Promise<{ status: number; body: Json }> => {
      const answer = await server.send("POST", path, key, body);
      return { status: answer.status, body: (await answer.json()) as Json };
    };
    const { agent, worker, viewer } = server.ourKeys;
    const tool = { name: "mail_all", description: "Mails", inputSchema: { type: "object" }, previews: true };
    expect((await post("/api/worker/tools", worker, { tools: [tool] })).status).toBe(200);
    const proposed = await post("/api/pending-actions", agent, { toolName: "mail_all", toolInput: {} });
    const { pendingActionId: id } = proposed.body as { pendingActionId: string };
    const asked = await post("/api/worker/claims", worker, { tools: ["mail_all"], limit: 0 });
    const version = (asked.body as { previews: { version: number }[] }).previews[0]!.version;

    expect(await post(`/api/worker/previews/${id}`, worker, { version, preview: broken })).toMatchObject({
      status: 422,
      body: {
        code: "INVALID_INPUT",
        errors: [{ path: "/preview/items/0/src", message: expect.stringMatching(/not fetched/) as string }],
      },
    });
    expect((await post(`/api/worker/previews/${id}`, worker, { version, preview: { title: "Mail", items } })).status).toBe(200);
    const read = await server.send("GET", `/api/pending-actions/${id}`, viewer);
    expect(await read.json()).toMatchObject({ preview: { title: "Mail", items } });
  });
});
