import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openGateway, type Gateway } from "./gateway-support.ts";
import { call, ERAS, outcomeOf, textOf } from "./support.ts";

const BIN = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const argumentsFor = (gateway: Gateway) =>
  ["--conditions=@countersign/source", "--import", "tsx", BIN].concat("mcp", "--stdio", "--url", `${gateway.url}/mcp`);

describe.each(ERAS)("countersign mcp --stdio, for a client of %s that starts it", (era) => {
  let gateway: Gateway;
  let key: string;
  let client: Client;
  let transport: StdioClientTransport;
  beforeAll(async () => {
    gateway = await openGateway();
    key = await gateway.makeAgent({ inClient: true });
    transport = new StdioClientTransport({
      command: process.execPath,
      args: argumentsFor(gateway),
      cwd: ROOT,
      env: { PATH: process.env["PATH"] ?? "", COUNTERSIGN_AGENT_KEY: key },
    });
    const mode = era === "2026-07-28" ? { pin: era } : ("legacy" as const);
    client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", (async () => ({
      action: "accept",
      content: { decision: "approve" },
    })) as never);
    await client.connect(transport);
  });
  afterAll(async () => {
    await client.close();
    await gateway.close();
  });
  beforeEach(() => gateway.forget());

  test("it speaks the client's era and lists what the agent sees", async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("bank_transfer");
  });

  test("a call that asks nobody is handed through", async () => {
    expect((await call(client, "bank_balance", { account: "ä" })).structuredContent).toEqual({ balance: 5 });
    expect(await gateway.received()).toMatchObject([{ params: { arguments: { account: "ä" } } }]);
  });

  test("G1 a gated call runs after the person at the client has approved it, once", async () => {
    expect(textOf(await call(client, "bank_transfer", { amount: 3, to: "c" }))).toBe("moved 3 to c");
    expect(await gateway.received()).toHaveLength(1);
  });

  test("G6 a call that the client takes back runs nothing; the server goes on answering", async () => {
    const gone = new AbortController();
    const held = call(client, "approval_wait", { pendingActionId: "none" }, { signal: gone.signal });
    gone.abort();
    await expect(held).rejects.toThrow();
    expect(outcomeOf(await call(client, "approval_wait", { pendingActionId: "none" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await gateway.received()).toEqual([]);
  });
});

describe("countersign mcp --stdio as a program", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway.close());

  const start = (key: string) =>
    spawn(process.execPath, argumentsFor(gateway), {
      cwd: ROOT,
      env: { PATH: process.env["PATH"] ?? "", COUNTERSIGN_AGENT_KEY: key },
      stdio: ["pipe", "pipe", "pipe"],
    });

  test("G6 it ends with its input, and what it held stays undecided", async () => {
    const child = start(await gateway.makeAgent());
    const params = { name: "bank_transfer", arguments: { amount: 8, to: "d" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    const [id = ""] = await gateway.pending();
    child.stdin.end();
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(await gateway.status(id)).toBe("pending");
    expect(await gateway.received()).toEqual([]);
  });

  test("a key that is refused, and a line that is no message, are answered with an error in words", async () => {
    const child = start("csa_nothing");
    child.stdin.write(`nonsense\n${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" })}\n`);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    while (said.split("\n").length < 3) await once(child.stdout, "data");
    child.stdin.end();
    const lines = said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: unknown; error: { message: string } });
    expect(lines.map(({ id }) => id).sort()).toEqual([7, null]);
    expect(said).toContain("The key is unknown or revoked");
    await once(child, "exit");
  });
});
