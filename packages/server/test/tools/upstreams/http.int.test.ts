import type { JsonObject } from "@countersign/protocol";
import { afterEach, expect, test } from "vitest";
import { settleResult } from "../../../src/tools/upstreams/settle-result.ts";
import type { UpstreamTarget } from "../../../src/tools/upstreams/upstream-spec.ts";
import { closeServers, plainAnswer, sendJson, startEverything, startModern, startScripted } from "./http-servers.ts";
import { call, closeAll, online, open, specOf, textOf } from "./support.ts";
import { never } from "../../support/never.ts";
import { until } from "../../support/until.ts";

afterEach(async () => {
  await closeAll();
  await closeServers();
});

const at = (url: string, more: Partial<UpstreamTarget & { transport: "http" | "sse" }> = {}): UpstreamTarget => ({
  transport: "http",
  url,
  headers: {},
  allowPrivate: true,
  ...more,
});

test.each([
  ["streamableHttp", "http"],
  ["sse", "sse"],
] as const)(
  "the reference server everything over %s: tools, progress, and a question to the client behind the call",
  async (mode, transport) => {
    const { upstream, lists, syncs } = await online(specOf(at(await startEverything(mode), { transport })));
    expect(lists[0]?.map(({ name }) => name)).toContain("echo");
    expect(syncs[0]).toMatchObject({ transport, network: "loopback" });
    expect(textOf(await call(upstream, "echo", { message: "hi" }))).toBe("Echo: hi");
    const steps: JsonObject[] = [];
    await upstream.request(
      "tools/call",
      { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
      { signal: never, onProgress: (params) => void steps.push(params) },
    );
    expect(steps).toHaveLength(2);
    await until(
      () => upstream.toolCount,
      (count) => count > 14,
    );
    const asked: string[] = [];
    const answered = await upstream.request(
      "tools/call",
      { name: "trigger-elicitation-request", arguments: {} },
      {
        signal: never,
        onRequest: async (method) => {
          asked.push(method);
          return { action: "decline" };
        },
      },
    );
    expect(asked).toContain("elicitation/create");
    expect(JSON.stringify(answered)).toContain("declined");
  },
);

test.each(["modern", "auto"] as const)(
  "a server of the modern era, era %s: its envelope, and input it requires",
  async (era) => {
    const { upstream } = await online(specOf(at(await startModern()), { era }));
    expect(upstream.greeting).toMatchObject({ protocolVersion: "2026-07-28", serverInfo: { name: "modern" } });
    expect(textOf(await call(upstream, "echo", { message: "hé" }))).toBe("modern hé");
    const params = {
      name: "confirm",
      arguments: {},
      _meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } },
    };
    const exchange = { signal: never, onRequest: async () => ({ action: "accept", content: { sure: "yes" } }) };
    const first = await upstream.request("tools/call", params, exchange);
    expect(first).toMatchObject({ resultType: "input_required", requestState: "s-1" });
    const result = await settleResult(upstream, "tools/call", params, first, exchange);
    expect(textOf(result)).toContain('"sure":"yes"');
    await expect(settleResult(upstream, "tools/call", params, first, { signal: never })).rejects.toThrow(
      "no client can answer",
    );
  },
);

test("era auto falls back to the legacy era where the server does not know the modern one", async () => {
  const { upstream } = await online(specOf(at(await startEverything("streamableHttp")), { era: "auto" }));
  expect(upstream.greeting?.protocolVersion).toBe("2025-11-25");
  expect(textOf(await call(upstream, "echo", { message: "hi" }))).toBe("Echo: hi");
});

test("headers of its own are sent with every request and nothing of a caller's is; a forgotten session is begun anew", async () => {
  let session = 1;
  const { url, received } = await startScripted((exchange, response) => {
    const { method, message, headers } = exchange;
    if (method === "GET") return sendJson(response, 405);
    if (method === "DELETE") return sendJson(response, 200);
    const isStart = message?.["method"] === "initialize";
    if (!isStart && headers["mcp-session-id"] !== `s${session}`) return sendJson(response, 404);
    const answer =
      plainAnswer(exchange) ??
      (message?.["id"] === undefined
        ? undefined
        : { jsonrpc: "2.0", id: message["id"], result: { content: [{ type: "text", text: "acted" }] } });
    return sendJson(response, answer ? 200 : 202, answer, isStart ? { "mcp-session-id": `s${session}` } : {});
  });
  const headers = { Authorization: "Bearer ours-123456" };
  const { upstream } = await online(specOf(at(url, { headers }), { secrets: ["Bearer ours-123456"] }));
  expect(textOf(await call(upstream, "act"))).toBe("acted");
  session = 2;
  expect(textOf(await call(upstream, "act"))).toBe("acted");
  expect(received.every((each) => each.headers["authorization"] === "Bearer ours-123456")).toBe(true);
  const calls = received.filter(({ message }) => message?.["method"] === "tools/call");
  expect(calls.map((each) => each.headers["mcp-session-id"])).toEqual(["s1", "s1", "s2"]);
  expect(calls.every((each) => each.headers["mcp-protocol-version"] === "2025-11-25")).toBe(true);
  await closeAll();
  expect(received.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "s2" } });
});

test("a stream that ends early goes on where it was, after the time the server asks for; one that has no place is lost", async () => {
  const resumed: unknown[] = [];
  /** Faults of the first two requests that resume the stream, which are safe to repeat. */
  const faults = [
    (response: Parameters<typeof sendJson>[0]) => void response.socket?.destroy(),
    (response: Parameters<typeof sendJson>[0]) => sendJson(response, 503),
  ];
  let isKept = true;
  const { url } = await startScripted((exchange, response) => {
    const { method, message, headers } = exchange;
    if (message?.["method"] === "tools/call") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (!isKept) return response.end('data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
      const { id } = message;
      resumed.push(id);
      return response.end("id: e1\nretry: 50\ndata:\n\n");
    }
    if (method === "GET" && headers["last-event-id"] === "e1") {
      const fault = faults.shift();
      if (fault) return fault(response);
      const answer = { jsonrpc: "2.0", id: resumed[0] as number, result: { content: [{ type: "text", text: "went on" }] } };
      return response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(`id: e2\r\ndata: ${JSON.stringify(answer)}\r\n\r\n`);
    }
    if (method === "GET") return sendJson(response, 405);
    const answer = plainAnswer(exchange);
    return sendJson(response, answer ? 200 : 202, answer);
  });
  const { upstream } = await online(specOf(at(url)));
  expect(textOf(await call(upstream, "act"))).toBe("went on");
  isKept = false;
  await expect(call(upstream, "act")).rejects.toThrow("ended the stream without an answer; the outcome of the call is unknown");
});

test("a redirect is not followed, a refusal says which, a broken answer leaves the outcome unknown", async () => {
  let how: (exchange: { message: JsonObject | undefined }, response: Parameters<typeof sendJson>[0]) => void = () => {};
  const elsewhere = await startScripted((_exchange, response) => sendJson(response, 200, {}));
  const { url } = await startScripted((exchange, response) => {
    if (exchange.message?.["method"] === "tools/call") return how(exchange, response);
    if (exchange.method === "GET") return sendJson(response, 405);
    const answer = plainAnswer(exchange);
    return sendJson(response, answer ? 200 : 202, answer);
  });
  const { upstream } = await online(specOf(at(url, { headers: { "X-Key": "sesame-open-123" } })));
  how = (_exchange, response) => sendJson(response, 307, undefined, { location: elsewhere.url });
  await expect(call(upstream, "act")).rejects.toThrow("answered with a redirect (HTTP 307), which is not followed");
  expect(elsewhere.received).toEqual([]);
  how = (_exchange, response) => sendJson(response, 401);
  await expect(call(upstream, "act")).rejects.toThrow("refuses our credential (HTTP 401). The call was not sent.");
  how = ({ message }, response) =>
    sendJson(response, 400, {
      jsonrpc: "2.0",
      id: message?.["id"] ?? null,
      error: { code: -32602, message: "no", data: { kept: [1] } },
    });
  await expect(call(upstream, "act")).rejects.toMatchObject({ code: -32602, message: "no", data: { kept: [1] } });
  how = (_exchange, response) => sendJson(response, 500);
  await expect(call(upstream, "act")).rejects.toThrow("the outcome of the call is unknown");
  how = (_exchange, response) => void response.socket?.destroy();
  await expect(call(upstream, "act")).rejects.toThrow("the outcome of the call is unknown");
  how = (_exchange, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>hello");
  await expect(call(upstream, "act")).rejects.toThrow("answered with text/html instead of JSON or a stream");
});

test("private addresses are refused unless allowed, and offline says so", async () => {
  const url = await startModern();
  const refused = open(specOf(at(url, { allowPrivate: false })));
  expect(await until(() => refused.upstream.problem)).toContain("a loopback address: it needs allowPrivate");
  const named = open(specOf(at(url.replace("127.0.0.1", "localhost"), { allowPrivate: false })));
  expect(await until(() => named.upstream.problem)).toContain("localhost (");
  const metadata = open(specOf(at("http://169.254.169.254/latest/")));
  expect(await until(() => metadata.upstream.problem)).toContain("an address no server may be at");
});

test("an HTTP+SSE server that names another server's address gets none of our headers there", async () => {
  const other = await startScripted((_exchange, response) => sendJson(response, 200));
  const { url } = await startScripted((_exchange, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(`event: endpoint\ndata: ${other.url}\n\n`);
  });
  const { upstream } = open(specOf(at(url, { transport: "sse", headers: { "X-Key": "sesame-open-123" } })));
  expect(await until(() => upstream.problem)).toContain("named no address of its own");
  expect(other.received).toEqual([]);
});
