import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client, ClientCapabilities } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { programOf, runNode, specOf, tempFolder } from "../tools/upstreams/support.ts";
import { serveUpstreams } from "./gateway-support.ts";
import { call, openMcpServer, textOf, type Era, type McpServer } from "./support.ts";

const PROGRAM = fileURLToPath(new URL("asking-server.mjs", import.meta.url));
const FULL: ClientCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };

describe("what tools need of clients", () => {
  let server: McpServer;
  let record: string;

  beforeEach(async () => {
    record = join(await tempFolder(), "called");
    await writeFile(record, "");
    server = await openMcpServer({
      openUpstreams: (gate) =>
        serveUpstreams(gate, [
          specOf(runNode(PROGRAM, record), {
            name: "asking",
            prefix: "ask",
            trust: "trusted",
            tools: { gated_sample: { approval: "required" }, form_only: { approval: "required" } },
          }),
        ]),
    });
  });
  afterEach(() => server.close());

  async function connect(capabilities: ClientCapabilities, era: Era = "2025-11-25"): Promise<Client> {
    const { key } = await server.makeKey(server.gate, "agent");
    const prepare = (client: Client): void => {
      if (capabilities.elicitation)
        client.setRequestHandler("elicitation/create", (async () => ({ action: "accept", content: {} })) as never);
      const sampled = { role: "assistant", model: "m", content: { type: "text", text: "sampled" } };
      if (capabilities.sampling) client.setRequestHandler("sampling/createMessage", (async () => sampled) as never);
    };
    return server.connect(key, era, { name: "test", version: "1" }, prepare, capabilities);
  }
  const names = async (client: Client): Promise<string[]> =>
    (await client.listTools()).tools.flatMap(({ name }) => (name.startsWith("ask_") ? name.slice(4) : [])).sort();
  const called = async (): Promise<string[]> => (await readFile(record, "utf8")).split("\n").filter(Boolean);
  const waiting = async (): Promise<number> =>
    need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items.length;

  test.each(["2025-11-25", "2026-07-28"] as const)(
    "G33 a call that asks what its client (%s) does not offer ends at once, and is not listed to such clients any more",
    async (era) => {
      const without = await connect({}, era);
      const withAll = await connect(FULL, era);
      expect(await names(without)).toContain("form");
      const ended = await call(without, "ask_form");
      expect(ended.isError).toBe(true);
      expect(textOf(ended)).toMatch(/ask_form asked for elicitation during the call, which this client does not offer/);
      expect(await names(without)).not.toContain("form");
      expect(await names(withAll)).toContain("form");
      expect(textOf(await call(withAll, "ask_form"))).toContain("accept");
      // The need is known now, so the call is refused before it reaches the server.
      const before = await called();
      const refused = await call(without, "ask_form");
      expect([refused.isError, textOf(refused)]).toEqual([
        true,
        expect.stringContaining("ask_form needs elicitation from the client"),
      ]);
      expect(await called()).toEqual(before);
      expect(textOf(await call(without, "ask_plain"))).toBe("plain");
    },
  );

  test("G33 a server that asks for roots in vain goes on, and nothing is remembered of it", async () => {
    const without = await connect({});
    expect((await call(without, "ask_roots")).isError).toBe(true);
    expect(await names(without)).toContain("roots");
  });

  test("G33 a person is asked about a call once at most, where its client cannot answer what the call asks", async () => {
    const without = await connect({});
    const first = call(without, "ask_gated_sample");
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    const told = await first;
    expect(told.isError).toBe(true);
    const { error, status } = need(await server.gate.engine.actions.get(server.gate.people.viewer, id));
    expect(status).toBe("failed");
    expect(error?.message).toMatch(/^asking asked for sampling during the call, and no client could answer/);
    expect(await names(without)).not.toContain("gated_sample");
    const again = await call(without, "ask_gated_sample", { other: 1 });
    expect([again.isError, textOf(again)]).toEqual([true, expect.stringContaining("needs sampling from the client")]);
    expect(await waiting()).toBe(0);
    // A proposal over HTTP has no MCP client to ask either. A client of 2026-07-28 cannot be asked after the approval.
    const proposed = await server.gate.engine.proposals.propose(server.gate.agent, {
      toolName: "ask_gated_sample",
      toolInput: {},
    });
    expect(proposed).toMatchObject({ ok: false, refusal: { code: "INVALID_STATE" } });
    const modern = await connect(FULL, "2026-07-28");
    expect(await names(modern)).not.toContain("gated_sample");
    expect((await call(modern, "ask_gated_sample", { other: 2 })).isError).toBe(true);
    expect(await waiting()).toBe(0);

    const able = await connect(FULL);
    expect(await names(able)).toContain("gated_sample");
    const asked = call(able, "ask_gated_sample");
    const [second = ""] = await server.pending();
    await server.decide("approve", second);
    expect(textOf(await asked)).toContain("sampled");
  });

  test("G33 a tool that its server does not list to such a client is not listed to it, once that is seen", async () => {
    const without = await connect({ sampling: {} });
    const first = call(without, "ask_form_only");
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    expect((await first).isError).toBe(true);
    expect(await called()).toEqual([]);
    expect(await names(without)).not.toContain("form_only");
    expect(await names(await connect({}))).not.toContain("form_only");
    expect(await names(await connect(FULL))).toContain("form_only");
    expect((await call(without, "ask_form_only", { other: 1 })).isError).toBe(true);
    expect(await waiting()).toBe(0);
  });

  test("G33 an administrator sees what a tool needs and has it forgotten; an earlier call is still told", async () => {
    const { engine, people } = server.gate;
    const without = await connect({});
    await call(without, "ask_form");
    const needs = async () => need(await engine.tools.list(people.admin)).find(({ name }) => name === "ask_form")?.clientNeeds;
    expect(await needs()).toEqual(["elicitation"]);
    const kinds = { kinds: ["tool.client_need_seen"] };
    expect(need(await engine.audit.page(people.viewer, kinds))).toMatchObject([
      { data: { name: "ask_form", need: "elicitation" } },
    ]);
    expect(await engine.tools.change(people.viewer, "ask_form", { forgetClientNeeds: true })).toMatchObject({ ok: false });
    need(await engine.tools.change(people.admin, "ask_form", { forgetClientNeeds: true }));
    expect(await needs()).toEqual([]);
    expect(await names(without)).toContain("form");
  });
});

test("G33 the reference server: a tool that it registers for clients with sampling alone is not listed to others, once that is seen", async () => {
  const server = await openMcpServer({
    openUpstreams: (gate) =>
      serveUpstreams(gate, [
        specOf(runNode(programOf("everything"), "stdio"), { name: "all", prefix: "all", trust: "trusted" }),
      ]),
  });
  try {
    const { key } = await server.makeKey(server.gate, "agent");
    const client = await server.connect(key, "2025-11-25");
    const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
    const name = "all_trigger-sampling-request";
    expect(await listed()).toContain(name);
    const first = call(client, name, { prompt: "x", maxTokens: 5 });
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    expect((await first).isError).toBe(true);
    expect(await listed()).not.toContain(name);
    expect((await call(client, name, { prompt: "y", maxTokens: 5 })).isError).toBe(true);
    const waiting = need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] }));
    expect(waiting.items).toEqual([]);
  } finally {
    await server.close();
  }
});
