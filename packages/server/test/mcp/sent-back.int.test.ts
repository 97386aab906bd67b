import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

describe.each(ERAS)("what was sent back over MCP %s", (era) => {
  let server: McpServer;
  let key: string;
  beforeAll(async () => {
    server = await openMcpServer({ holdSeconds: 1 });
    ({ key } = await server.makeKey(server.gate, "agent", ["default"]));
  });
  afterAll(async () => server.close());

  test("approval_list tells it until it is proposed again, with the words and without the input", async () => {
    const client = await server.connect(key, era);
    const quiet = await call(client, "approval_list");
    expect(textOf(quiet)).toBe("Nothing waits.");
    expect(quiet.structuredContent).toEqual({ items: [] });
    const { pendingActionId } = outcomeOf(await call(client, "set_value", { value: "of the model" }));
    const id = String(pendingActionId);
    await server.decide("refine", id, { feedback: "shorter" });
    for (let look = 0; look < 2; look += 1) {
      const listed = await call(client, "approval_list");
      expect(textOf(listed)).toContain('"shorter"');
      expect(textOf(listed)).toContain('set_value on "value:one"');
      expect(listed.structuredContent).toMatchObject({
        refinements: { items: [{ pendingActionId: id, target: "value:one", feedback: "shorter" }] },
      });
      expect(JSON.stringify(listed)).not.toContain("of the model");
    }
    const again = outcomeOf(await call(client, "set_value", { value: "short" }));
    const made = need(await server.gate.engine.actions.get(server.gate.people.viewer, String(again.pendingActionId)));
    expect(made.supersedes).toBe(id);
    expect((await call(client, "approval_list")).structuredContent).not.toHaveProperty("refinements");
  });
});
