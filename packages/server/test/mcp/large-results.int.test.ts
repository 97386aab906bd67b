import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { keptResultOf, type Json } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_PAGES_AT_ONCE } from "../../src/core/kept-result.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import type { UpstreamTarget } from "../../src/tools/upstreams/upstream-spec.ts";
import { need } from "../support/gate.ts";
import { runNode, specOf } from "../tools/upstreams/support.ts";
import { serveUpstreams } from "./gateway-support.ts";
import { call, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

const PROGRAM = fileURLToPath(new URL("large-server.mjs", import.meta.url));
const MEBIBYTE = 1024 * 1024;
const LIMITS = { callSeconds: 300, maxResultMebibytes: 4, maxTools: 1000 };
const TRANSPORTS = ["stdio", "http", "json", "sse"] as const;

const children: (() => void)[] = [];

async function start(transport: (typeof TRANSPORTS)[number]): Promise<UpstreamTarget> {
  if (transport === "stdio") return runNode(PROGRAM, transport);
  const child = spawn(process.execPath, [PROGRAM, transport], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(() => void child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  return { transport: transport === "sse" ? "sse" : "http", url, headers: {}, allowPrivate: true };
}

describe.each(TRANSPORTS)("large answers over %s", (transport) => {
  let server: McpServer;
  let statusOf: () => { status: string; restarts: number } | undefined;

  beforeAll(async () => {
    const target = await start(transport);
    server = await openMcpServer({
      openUpstreams: async (gate) => {
        const spec = { name: "large", prefix: "large", trust: "trusted", sharing: "shared", limits: LIMITS } as const;
        const running = await serveUpstreams(gate, [specOf(target, spec)]);
        statusOf = () => running.upstreams.ofWorkspace(gate.agent.workspaceId)[0] as unknown as ReturnType<typeof statusOf>;
        return running;
      },
    });
  });
  afterAll(async () => {
    await server.close();
    for (const end of children.splice(0)) end();
  });

  const agent = async () => {
    const { key } = await server.makeKey(server.gate, "agent");
    return { key, client: await server.connect(key, "2025-11-25") };
  };

  async function approved(client: Awaited<ReturnType<typeof agent>>["client"], input: object) {
    const running = call(client, "large_make", input as never);
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    return { id, result: await running };
  }

  test("G33 an answer of 50 MB ends its own call, and another agent's call on the same connection is answered", async () => {
    const [one, other] = [await agent(), await agent()];
    const held = call(other.client, "large_hold");
    await expect(call(one.client, "large_make_freely", { mebibytes: 50, afterHold: true })).rejects.toThrow(
      /large executed the call and answered with 6\d{7} bytes, more than maxResultMebibytes allows/,
    );
    expect(textOf(await held)).toBe("held and answered");
    expect(textOf(await call(one.client, "large_make_freely", { mebibytes: 0 }))).toBe("");
    expect(statusOf()).toMatchObject({ status: "online", restarts: 0 });
  });

  test("G33 an approved call whose answer is beyond the maximum is executed, and says how large its result was", async () => {
    const { client } = await agent();
    const { id, result } = await approved(client, { mebibytes: 20 });
    expect(result.isError ?? false).toBe(false);
    expect(textOf(result).slice(0, 600)).toMatch(
      /The call ran once, and its result was too large: 2\d{7} bytes.*Do not repeat the call/,
    );
    expect(textOf(result).slice(0, 800)).toContain('{"content":[{"type":"text","text":"line \\"7\\" of');
    const action = need(await server.gate.engine.actions.get(server.gate.people.viewer, id));
    expect(action).toMatchObject({ status: "executed", error: null });
    expect(keptResultOf(action.result)).toEqual({ bytes: expect.any(Number), isWhole: false });
    expect(need(await server.gate.engine.audit.verify(server.gate.people.admin)).faults).toEqual([]);
  });

  test("G33 an answer beyond the maximum that says that the call failed ends it as failed", async () => {
    const { client } = await agent();
    const { id, result } = await approved(client, { mebibytes: 9, isError: true });
    expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id))).toMatchObject({ status: "failed" });
    expect(textOf(result).slice(0, 800)).toMatch(/large reported that the call failed, in 11\d{6} bytes/);
  });
});

describe("results that are kept", () => {
  let server: McpServer;

  beforeAll(async () => {
    const spec = { name: "large", prefix: "large", limits: LIMITS };
    server = await openMcpServer({ openUpstreams: (gate) => serveUpstreams(gate, [specOf(runNode(PROGRAM), spec)]) });
  });
  afterAll(() => server.close());

  async function made(input: object, era: "2025-11-25" | "2026-07-28" = "2025-11-25") {
    const { id: agentId, key } = await server.makeKey(server.gate, "agent");
    const client = await server.connect(key, era);
    const running = call(client, "large_make", input as never);
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    return { id, agentId, key, client, result: await running };
  }
  function keptWholeOf(result: unknown) {
    const kept = keptResultOf(result as Json);
    if (!kept?.isWhole) throw new Error("The result is not kept whole.");
    return kept;
  }
  const read = async (client: Awaited<ReturnType<typeof made>>["client"], uri: string): Promise<string> => {
    const { contents } = await client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  };
  const readPages = async (client: Awaited<ReturnType<typeof made>>["client"], uri: string, pages: number) => {
    const parts: string[] = [];
    for (let page = 1; page <= pages; page += 1) parts.push(await read(client, `${uri}/${page}`));
    return parts.join("");
  };
  const download = (id: string, key: string) =>
    fetch(new URL(`/api/pending-actions/${id}/result`, server.url), { headers: { authorization: `Bearer ${key}` } });

  test.each(["2025-11-25", "2026-07-28"] as const)(
    "G33 a large result is whole behind a link, and page by page, for the agent that proposed the call (%s)",
    async (era) => {
      const { id, client, result } = await made({ mebibytes: 1.2 }, era);
      const uri = `countersign://results/${id}`;
      expect(result.content).toContainEqual(expect.objectContaining({ type: "resource_link", uri }));
      expect(textOf(result).slice(0, 600)).toMatch(
        /The call ran once\. Its result has 1\d{6} bytes and is stored completely.*Do not repeat the call/,
      );
      expect(JSON.stringify(result).length).toBeLessThan(64 * 1024);
      const whole = await read(client, uri);
      const { content } = JSON.parse(whole) as { content: { text: string }[] };
      expect(content[0]?.text.length).toBeGreaterThan(1.2 * MEBIBYTE - 1);
      const { bytes, pages } = keptWholeOf(result);
      expect(Buffer.byteLength(whole)).toBe(bytes);
      expect(pages).toBeLessThanOrEqual(MAX_PAGES_AT_ONCE);
      expect((await readPages(client, uri, pages)) === whole).toBe(true);
      await expect(read(client, `${uri}/${pages + 1}`)).rejects.toThrow("no resource");
      expect(await (await download(id, server.userKey)).text()).toBe(whole);
    },
  );

  test.each(["2025-11-25", "2026-07-28"] as const)(
    "G33 an agent reads a result of many pages page by page, and is told so where it asks for all of it (%s)",
    async (era) => {
      const { id, key, client, result } = await made({ mebibytes: 3 }, era);
      const uri = `countersign://results/${id}`;
      const { bytes, pages } = keptWholeOf(result);
      expect(pages).toBeGreaterThan(MAX_PAGES_AT_ONCE);
      expect(textOf(result).slice(0, 600)).toContain(`Read ${uri}/1 to ${uri}/${pages} page by page. Do not repeat the call`);
      expect(result.content).toContainEqual(expect.objectContaining({ type: "resource_link", uri: `${uri}/1` }));
      await expect(read(client, uri)).rejects.toThrow(`The result has ${pages} pages; read ${uri}/1 to ${uri}/${pages}.`);
      const { key: otherKey } = await server.makeKey(server.gate, "agent");
      await expect(read(await server.connect(otherKey, era), uri)).rejects.toThrow("no resource");
      const whole = await (await download(id, server.userKey)).text();
      expect(Buffer.byteLength(whole)).toBe(bytes);
      expect((await readPages(client, uri, pages)) === whole).toBe(true);
      expect((await download(id, key)).status).toBe(403);
    },
  );

  test("G33 nobody but its agent and the members reads a kept result, and each reading is on the log", async () => {
    const { id, agentId, key, client } = await made({ mebibytes: 1.2 });
    const { key: otherKey } = await server.makeKey(server.gate, "agent");
    const other = await server.connect(otherKey, "2025-11-25");
    const { key: foreignKey } = await server.makeKey(server.theirs, "agent");
    const foreign = await server.connect(foreignKey, "2025-11-25");
    for (const each of [other, foreign])
      for (const uri of [`countersign://results/${id}`, `countersign://results/${id}/1`, `COUNTERSIGN://results/${id}`])
        await expect(read(each, uri)).rejects.toThrow("no resource");
    for (const each of [key, otherKey]) expect((await download(id, each)).status).toBe(403);
    expect((await download(id, server.userKey)).headers.get("content-disposition")).toContain("attachment");
    await read(client, `countersign://results/${id}`);
    await read(client, `countersign://results/${id}/1`);
    const { engine, people } = server.gate;
    const events = need(await engine.audit.page(people.viewer, { actionId: id, kinds: ["result.read"] }));
    expect(events.map(({ by, data }) => [by.id, data["page"] ?? "whole"])).toEqual([
      [agentId, "whole"],
      [agentId, 1],
    ]);
  });

  test("G33 a result over the maximum that still arrived keeps its beginning", async () => {
    const { id, result } = await made({ mebibytes: 6 });
    expect(textOf(result).slice(0, 600)).toMatch(/its result was too large: 7\d{6} bytes. More than 4 MiB are not kept/);
    expect(keptResultOf(result as unknown as Json)).toMatchObject({ isWhole: false });
    expect(outcomeOf(result)).toBeUndefined();
    expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status).toBe("executed");
    expect((await download(id, server.userKey)).status).toBe(404);
  });

  test("G33 a result that the database refuses is told with its size, and its call has run", async () => {
    const { kysely } = server.gate.database;
    await sql`alter table kept_result rename to kept_elsewhere`.execute(kysely);
    const { id, result } = await made({ mebibytes: 2 });
    await sql`alter table kept_elsewhere rename to kept_result`.execute(kysely);
    expect(textOf(result).slice(0, 600)).toMatch(/The call ran once.*too large: 2\d{6} bytes. This server could not store it/);
    expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status).toBe("executed");
  });

  test("G12 what is kept of a result is compared with the hash that the log tells of", async () => {
    const { id } = await made({ mebibytes: 2 });
    const { database, agent } = server.gate;
    const faults = async () => (await verifyAudit(database, agent.workspaceId)).flatMap((report) => report.faults);
    expect(await faults()).toEqual([]);
    await database.kysely
      .updateTable("keptResult")
      .set({ text: "{}" })
      .where("actionId", "=", id)
      .where("page", "=", 2)
      .execute();
    expect(await faults()).toMatchObject([{ actionId: id, problem: "the stored result was changed or deleted" }]);
    expect((await download(id, server.userKey)).status).toBe(409);
    await database.kysely.deleteFrom("keptResult").where("actionId", "=", id).execute();
    expect(await faults()).toMatchObject([{ actionId: id, problem: "the stored result was changed or deleted" }]);
  });
});
