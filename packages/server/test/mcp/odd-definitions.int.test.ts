import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fc } from "../../../../test/support/property.ts";
import { need } from "../support/gate.ts";
import { mutated, SEEN, sound } from "./odd-definitions.ts";
import { ERAS, openMcpServer, type McpServer } from "./support.ts";

/** Tool names that model providers accept. */
const MODEL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

describe("an upstream with definitions that break the protocol", () => {
  let server: McpServer;
  let key: string;
  beforeAll(async () => {
    server = await openMcpServer();
    ({ key } = await server.makeKey(server.gate, "agent", ["default"]));
  });
  afterAll(async () => server.close());

  const sync = (name: string, tools: readonly JsonObject[], prefix = name) =>
    server.gate.engine.upstreamTools.sync(
      {
        workspaceId: server.gate.agent.workspaceId,
        name,
        source: `mcp:${server.gate.agent.workspaceId}/${name}`,
        prefix,
        trust: "trusted",
        transport: "stdio",
        authenticated: false,
      },
      tools,
    );

  async function listings(): Promise<string[][]> {
    const legacy = new LegacyClient({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${key}` };
    await legacy.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit: { headers } }) as never);
    const { tools } = await legacy.listTools();
    await legacy.close();
    const both = await Promise.all(
      ERAS.map(async (era) => (await (await server.connect(key, era)).listTools()).tools.map(({ name }) => name)),
    );
    return [tools.map(({ name }) => name), ...both];
  }

  test("G29 every official client lists the rest over a socket, and an administrator reads what was withheld", async () => {
    const changes = [...Object.values(SEEN), ...fc.sample(mutated, { numRuns: 100, seed: 7 })];
    const odd = changes.map((change, n) => ({
      ...sound(""),
      name: `changed${"abcdefghijklmnopqrstuvwxyz"[n % 26]}_${n}`,
      ...change,
    }));
    const named = odd.map((one, n) => (one.name === "odd" ? { ...one, name: `fuzzed_number_${n}_` } : one));
    const { stored, withheld } = await sync("odd", named);
    await sync("fine", [sound("note")]);
    for (const names of await listings()) expect(names).toEqual(expect.arrayContaining(["fine_note", ...stored]));
    expect(stored.length).toBeGreaterThan(50);
    expect(withheld.length).toBeGreaterThan(10);
    for (const { reasons } of withheld) expect(reasons.join("")).not.toBe("");
    const repaired = need(await server.gate.engine.tools.list(server.gate.people.admin)).filter(({ vetting }) =>
      vetting.findings.some(({ message }) => message.includes("was removed")),
    );
    expect(repaired.length).toBeGreaterThan(10);
  });

  test("G29 names that model providers refuse are rewritten, shown, and never meet", async () => {
    const long = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_until";
    const names = ["notes.list", "notes list", "删除", "刪除", `${long}_here`, `${long}_there`, "x".repeat(300), "---"];
    const { stored, withheld } = await sync("wide", names.map(sound));
    expect([stored.length, withheld]).toEqual([names.length, []]);
    for (const listed of await listings()) {
      const ours = listed.filter((name) => name.startsWith("wide_"));
      expect(new Set(ours).size).toBe(names.length);
      for (const name of listed) expect(name).toMatch(MODEL_NAME);
    }
    const shown = need(await server.gate.engine.tools.list(server.gate.people.admin));
    expect(shown.find(({ name }) => name === "wide_notes.list")?.exposedName).toMatch(/^wide_notes_list_[0-9a-f]{10}$/);
    const taken = shown.find(({ name }) => name === "wide_notes.list")?.exposedName ?? "";
    expect(await sync("thief", [sound(taken)], "")).toMatchObject({
      stored: [],
      withheld: [{ name: taken, reasons: ["Another tool already has this name."] }],
    });
  });
});
