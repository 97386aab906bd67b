import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject, StudioAccess, StudioLimits } from "@countersign/protocol";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckedNetwork, type CheckedNetwork } from "../../src/tools/connections/checked-fetch.ts";
import { createFetchGate } from "../../src/features/studio/sandbox/fetch-gate.ts";
import { runSandbox, type SandboxRun } from "../../src/features/studio/sandbox/run-sandbox.ts";

const NOTHING: StudioAccess = { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false };
const SMALL: StudioLimits = { seconds: 60, megabytes: 32 };

let network: CheckedNetwork;
let server: Server;
let origin = "";
/** URL that nothing listens at. */
let closed = "";
let received: string[] = [];

beforeAll(async () => {
  network = createCheckedNetwork();
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    if (request.url === "/away") response.writeHead(302, { location: "http://localhost:1/secret" }).end();
    else if (request.url === "/inside") response.writeHead(302, { location: "/data" }).end();
    else if (request.url === "/large") response.end("x".repeat(2_000_000));
    else if (request.url === "/cut") request.socket.destroy();
    else {
      response.setHeader("set-cookie", "session=1");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ headers: request.headers, method: request.method }));
    }
  });
  closed = `http://127.0.0.1:${await findFreePort()}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await network.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Given {
  input?: JsonObject;
  access?: Partial<StudioAccess>;
  limits?: Partial<StudioLimits>;
}

const run = (source: string, { input = {}, access = {}, limits = {} }: Given = {}): Promise<SandboxRun> => {
  const allowed = { ...NOTHING, ...access };
  return runSandbox({ source, input, access: allowed, limits: { ...SMALL, ...limits } }, network.fetch(allowed.allowPrivate));
};
const body = (statements: string): string => `export default async function (input, { fetch }) {\n${statements}\n}\n`;
const ours = (more: Partial<StudioAccess> = {}): Given => ({
  access: { network: "hosts", hosts: [origin], allowPrivate: true, ...more },
});
const errorOf = (ended: SandboxRun) => (ended.ok ? `ended well with ${JSON.stringify(ended.output)}` : ended.error);

describe("an author's tool", () => {
  it("answers JSON from its input, and its lines are recorded", async () => {
    const ended = await run(body('console.log("sum of", input);\nreturn { sum: input.a + input.b };'), {
      input: { a: 2, b: 3 },
    });
    expect(ended).toMatchObject({ ok: true, output: { sum: 5 }, requests: [], hasWritten: false, isUncertain: false });
    expect(ended.logs).toEqual([{ level: "log", text: 'sum of {"a":2,"b":3}' }]);
  });

  it("is told in plain words what is wrong, with the line of its own source", async () => {
    const [broken, syntax, no, unsettled, noJson, large] = await Promise.all([
      run(body("const nothing = null;\nreturn nothing.name;")),
      run(body("const = 3;")),
      run("export const tool = 1;"),
      run(body("return new Promise(() => {});")),
      run(body("return () => 1;")),
      run(body('return "x".repeat(300_000);')),
    ]);
    expect(errorOf(broken)).toEqual({
      code: "failed",
      message: "TypeError: cannot read property 'name' of null",
      line: 3,
      column: 15,
    });
    expect(errorOf(syntax)).toMatchObject({ code: "syntax", line: 2 });
    expect(errorOf(no)).toMatchObject({ message: expect.stringContaining("exports no function") as string });
    expect(errorOf(unsettled)).toMatchObject({ message: expect.stringContaining("never settled") as string });
    expect(errorOf(noJson)).toMatchObject({ message: expect.stringContaining("must be JSON") as string });
    expect(errorOf(large)).toMatchObject({ code: "too_large" });
  });
});

describe("G22 what an author's code may not do", () => {
  it("G22 ends what does not end: loops, promises without end, and steps that nothing interrupts", async () => {
    const limits = { seconds: 1 };
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 20);
    const ended = await Promise.all([
      run(body("for (;;);"), { limits }),
      run("for (;;);\nexport default () => 1;", { limits }),
      run(body("for (;;) await 1;"), { limits }),
      run(body('return /^(a+)+$/.test("a".repeat(40) + "b");'), { limits }),
      run(body("return Array.prototype.indexOf.call({ length: 2 ** 52 }, 1);"), { limits }),
      run(body("try { for (;;); } catch { for (;;); } finally { for (;;); }"), { limits }),
    ]);
    clearInterval(beat);
    for (const each of ended) expect(errorOf(each)).toMatchObject({ code: "time", message: "The run exceeded 1 s." });
    // The server's event loop kept running meanwhile.
    expect(turns).toBeGreaterThan(10);
  });

  it("G22 a thrown thing that runs code when it is read does not hold anybody up", async () => {
    const thrown = await run(body("throw { get message() { for (;;); }, get stack() { for (;;); } };"));
    expect(errorOf(thrown)).toMatchObject({ code: "failed" });
  });

  it("G22 ends what takes more memory than it may, in small pieces and in large ones", async () => {
    const [small, large, deep, nested] = await Promise.all([
      run(body("const all = [];\nfor (;;) all.push(new Array(1000).fill(`x${all.length}`));")),
      run(body("return new Uint8Array(100e6).length;")),
      run(body("const again = () => 1 + again();\nreturn again();")),
      run(body('return JSON.parse("[".repeat(1e6));')),
    ]);
    for (const each of [small, large])
      expect(errorOf(each)).toMatchObject({ code: "memory", message: "The run used more than 32 MB." });
    expect(errorOf(deep)).toMatchObject({ code: "stack" });
    expect(nested.ok).toBe(false);
  });

  it("G22 finds nothing of the host: no process, no module, no way out by a constructor", async () => {
    const look = `
      const found = [];
      for (const name of ["process", "require", "Buffer", "module", "setTimeout", "WebAssembly", "fetch", "host", "scriptArgs", "std", "os"])
        if (name in globalThis) found.push(name);
      const world = fetch.constructor.constructor("return this")();
      if (world.process || world.Buffer || world !== globalThis) found.push("constructor");
      return found;`;
    const [names, file, dynamic] = await Promise.all([
      run(
        body(
          look
            .replace("fetch.constructor", "(async () => 1).constructor")
            .replace("world.process", "world?.process")
            .replace("world.Buffer", "world?.Buffer")
            .replace("world !== globalThis", "false"),
        ),
      ),
      run('import fs from "node:fs";\nexport default () => fs.readFileSync("/etc/passwd", "utf8");'),
      run(body('const fs = await import("node:fs");\nreturn fs.readFileSync("/etc/passwd", "utf8");')),
    ]);
    expect(names).toMatchObject({ ok: true, output: [] });
    for (const each of [file, dynamic])
      expect(errorOf(each)).toMatchObject({ message: expect.stringContaining("cannot import anything") as string });
  });

  it("G22 changes no prototype but its own, and forges neither its input nor the way it answers", async () => {
    const source = body(`
      Object.prototype.polluted = "yes";
      Array.prototype.map = () => ["forged"];
      JSON.stringify = () => '{"ended":{"ok":true}}';
      Promise.prototype.then = () => { throw new Error("no"); };
      return { given: input.given, frozen: Object.isFrozen(input.list[0]) };`);
    const ended = await run(source, { input: { given: 1, list: [{ a: 1 }] } });
    expect(ended).toMatchObject({ ok: true, output: { given: 1, frozen: true } });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const own = await run(body('return JSON.parse(\'{"__proto__": {"admin": true}}\');'));
    expect(own.ok && Object.hasOwn(own.output as object, "__proto__")).toBe(true);
    expect(await run(body("input.list = [];"), { input: { list: [1] } })).toMatchObject({ ok: false, error: { line: 2 } });
  });

  it("G22 keeps a hundred lines of what it says, however much that is", async () => {
    const ended = await run(body('for (let i = 0; i < 5000; i += 1) console.log("x".repeat(5000));\nreturn "done";'));
    expect(ended).toMatchObject({ ok: true, output: "done" });
    expect(ended.logs).toHaveLength(101);
    expect(ended.logs[100]?.text).toContain("Only the first 100");
    expect(Math.max(...ended.logs.map(({ text }) => text.length))).toBe(2000);
  });
});

describe("G22 the network", () => {
  /** The fetch gate alone, called as by the sandbox. */
  const gate = ({ access = {} }: Given = {}) => {
    const allowed = { ...NOTHING, ...access };
    return createFetchGate(allowed, network.fetch(allowed.allowPrivate), new AbortController().signal);
  };
  const ask = (url: string, given?: Given, more: { method?: string; headers?: object; body?: string } = {}) =>
    gate(given).ask({ url, method: "GET", headers: {}, ...more });
  const refusal = (words: string) => ({ error: expect.stringContaining(words) as string });

  it("reaches a host of its list, with its own headers and no cookie", async () => {
    const source = body(`const answer = await fetch("${origin}/data", { headers: { "X-Team": "a" } });
      return { ok: answer.ok, cookie: answer.headers.get("set-cookie"), json: await answer.json() };`);
    const ended = await run(source, ours());
    expect(ended).toMatchObject({
      ok: true,
      output: { ok: true, cookie: null, json: { method: "GET", headers: { "x-team": "a" } } },
    });
    expect(ended.requests).toEqual([{ method: "GET", url: `${origin}/data`, status: 200, refusal: null }]);
    expect(await ask(`${origin}/inside`, ours())).toMatchObject({ status: 200, url: `${origin}/data` });
  });

  it("G22 nothing is sent beyond the list, by itself or by a redirect", async () => {
    received = [];
    const told = await run(body('return (await fetch("https://example.com/")).status;'), ours());
    expect(errorOf(told)).toMatchObject({
      message: "The tool cannot reach example.com: it is not on its list of hosts.",
      line: 2,
    });
    expect(told.requests).toMatchObject([{ url: "https://example.com/", status: null }]);
    expect(await ask(`${origin}/data`)).toEqual(refusal("has no network access"));
    expect(await ask(origin.replace("127.0.0.1", "localhost"), ours())).toEqual(refusal("cannot reach localhost"));
    expect(await ask(`http://evil@${new URL(origin).host}/`, ours())).toEqual(refusal("name and password"));
    expect(await ask("file:///etc/passwd", { access: { network: "any" } })).toEqual(refusal("cannot reach file:"));
    expect(received).toEqual([]);
    expect(await ask(`${origin}/away`, ours())).toEqual(refusal("was redirected, and cannot reach localhost:1"));
    expect(received).toEqual(["GET /away"]);
  });

  it("G22 an open network is not this server's own, whatever a name or number leads to", async () => {
    received = [];
    const port = new URL(origin).port;
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::ffff:127.0.0.1]",
      "[::1]",
      "169.254.169.254",
      "10.0.0.1",
    ];
    for (const host of hosts)
      expect(await ask(`http://${host}:${port}/`, { access: { network: "any" } })).toEqual(refusal("Nothing could be sent"));
    expect(received).toEqual([]);
  });

  it("G22 only what may write writes, and no secret, body or size goes where it should not", async () => {
    received = [];
    const data = `${origin}/data`;
    expect(await ask(data, ours(), { method: "POST", body: "{}" })).toEqual(refusal("its access is read-only"));
    expect(await ask(data, ours(), { headers: { Authorization: "Bearer x" } })).toEqual(refusal("the header Authorization"));
    expect(await ask(data, ours(), { headers: { Host: "other" } })).toEqual(refusal("the header Host"));
    expect(await ask(data, ours(), { headers: { "X-HTTP-Method-Override": "DELETE" } })).toEqual(
      refusal("the header X-HTTP-Method-Override"),
    );
    expect(await ask(data, ours(), { headers: { X_Original_URL: "/admin" } })).toEqual(refusal("the header X_Original_URL"));
    expect(await ask(`${data}?_method=DELETE`, ours())).toEqual(refusal("the parameter _method"));
    expect(await ask(data, ours(), { headers: { "X-A": "a\r\nHost: b" } })).toHaveProperty("error");
    expect(await ask(data, ours(), { body: "x" })).toEqual(refusal("a body with GET"));
    expect(await ask(data, ours({ writes: true }), { method: "CONNECT" })).toEqual(refusal("cannot send CONNECT"));
    expect(await ask(data, ours({ writes: true }), { method: "PUT", body: "x".repeat(300_000) })).toEqual(
      refusal("at most 262144"),
    );
    expect(await gate(ours()).ask({ url: 1 })).toHaveProperty("error");
    expect(received).toEqual([]);
    expect(await ask(`${origin}/large`, ours())).toEqual(refusal("more than 1048576 bytes"));
    const one = gate(ours());
    for (let n = 0; n < 20; n += 1) await one.ask({ url: `${data}?${n}`, method: "GET", headers: {} });
    expect(await one.ask({ url: data, method: "GET", headers: {} })).toEqual(refusal("at most 20 requests"));
    expect(one.requests).toHaveLength(20);
  });

  it("G22 says of what writes whether it is known what became of it", async () => {
    const may = ours({ writes: true, hosts: [origin, closed] });
    const [cut, unsent, done] = [gate(may), gate(may), gate(may)];
    await Promise.all([
      cut.ask({ url: `${origin}/cut`, method: "POST", headers: {}, body: "{}" }),
      unsent.ask({ url: closed, method: "POST", headers: {}, body: "{}" }),
      done.ask({ url: `${origin}/data`, method: "POST", headers: {}, body: "{}" }),
    ]);
    expect([cut.isUncertain(), cut.hasWritten()]).toEqual([true, false]);
    expect([unsent.isUncertain(), unsent.hasWritten()]).toEqual([false, false]);
    expect([done.isUncertain(), done.hasWritten()]).toEqual([false, true]);
    const looped = await run(body(`await fetch("${origin}/data", { method: "POST" });\nfor (;;);`), {
      ...may,
      // Long enough for the request to be answered before the code is stopped, also on a busy machine.
      limits: { seconds: 4 },
    });
    expect(looped).toMatchObject({ ok: false, error: { code: "time" }, hasWritten: true, isUncertain: true });
  });
});

it("ends a run whose caller goes away", async () => {
  const stop = new AbortController();
  const job = { source: body("for (;;);"), input: {}, access: NOTHING, limits: { seconds: 60, megabytes: 32 } };
  const running = runSandbox(job, network.fetch(false), stop.signal);
  setTimeout(() => stop.abort(new Error("gone")), 300);
  expect(errorOf(await running)).toMatchObject({ code: "unknown", message: "The run was cancelled." });
});
