import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer, request as openRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { ok } from "../../src/core/refusal.ts";
import { FIRST_PORT, listen, type Listening } from "../../src/http/serve.ts";
import { startFakeApp, type FakeOptions } from "./fake-parts.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

const HOST = "127.0.0.1";
const started: { close(): unknown }[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

/** On a port of its own: on the first free one, a connection that an earlier server has just closed may be used again. */
async function start(options: FakeOptions = {}): Promise<Listening & { calls: { name: string }[] }> {
  const { app, calls } = await startFakeApp(options);
  const server = await listen(app, { host: HOST, port: 0 });
  started.push(server);
  return { ...server, calls };
}

async function occupy(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.once("error", () => resolve()).listen(port, HOST, resolve));
  started.push({ close: () => new Promise((resolve) => server.close(resolve)) });
}

test("without a port the first free one from 7420 on is taken; a given one that is taken is an error that names it", async () => {
  const { app } = await startFakeApp();
  const startWithoutPort = async (): Promise<Listening> => {
    await occupy(FIRST_PORT);
    const server = await listen(app, { host: HOST });
    started.push(server);
    return server;
  };
  // Another process may have held the first port and give it back just before the server looks for one, which then takes it.
  const { url, port } = await until(startWithoutPort, (server) => server.port !== FIRST_PORT);
  expect(port).toBeGreaterThan(7420);
  expect(port).toBeLessThan(7440);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await expect(listen(app, { host: HOST, port })).rejects.toThrow(`${port} is in use`);
});

test("the app may be made once the address is known", async () => {
  const { app } = await startFakeApp();
  const urls: string[] = [];
  const server = await listen((url) => (urls.push(url), app), { host: HOST, port: 0 });
  started.push(server);
  expect(urls).toEqual([server.url]);
});

test("a body without a length is cut off at 1 MiB", async () => {
  const { port, calls } = await start();
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { authorization: "Bearer agent", "content-type": "application/json" };
    const outgoing = openRequest({ host: HOST, port, method: "POST", path: "/api/pending-actions", headers });
    outgoing.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      outgoing.destroy();
    });
    outgoing.on("error", reject);
    const chunk = "x".repeat(100_000);
    const write = (left: number): void =>
      void (left > 0 ? !outgoing.destroyed && outgoing.write(chunk, () => write(left - 1)) : outgoing.end());
    write(40);
  });
  expect(status).toBe(413);
  expect(calls).toEqual([]);
});

test("a client that takes long to send a refused body reads the refusal, and its connection serves the next request", async () => {
  const { port } = await start();
  const size = 1_100_000;
  const socket = connect(port, HOST);
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const isClosed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST /api/pending-actions HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAuthorization: Bearer agent\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(size / 2)}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 1000));
  socket.write("x".repeat(size / 2));
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${HOST}:${port}\r\nConnection: close\r\n\r\n`);
  await isClosed;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});

test("a held read ends when its client goes away", async () => {
  let signal: AbortSignal | undefined;
  const { url } = await start({
    engine: {
      actions: {
        wait: (_by, _id, _seconds, given) => {
          signal = given;
          return new Promise((resolve) => given?.addEventListener("abort", () => resolve(ok({} as never))));
        },
      },
    },
  });
  const controller = new AbortController();
  const held = fetch(`${url}/api/pending-actions/a?wait=600`, {
    headers: { authorization: "Bearer admin" },
    signal: controller.signal,
  });
  await until(() => signal !== undefined);
  controller.abort();
  await expect(held).rejects.toThrow();
  await until(() => signal?.aborted === true);
});

test("stopping ends live streams and held calls, and gives the port back", async () => {
  let held = false;
  const { app } = await startFakeApp({
    engine: {
      actions: {
        briefing: async () => ok({ byStatus: {}, byTool: [], byRisk: [], byAgent: [], oldestPendingAt: null, checkpoints: 0 }),
      },
      events: { after: async () => ({ events: [], head: 0 }), onChange: () => () => undefined },
      workers: {
        claim: (_by, _request, signal) => {
          held = true;
          return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(ok({ claims: [], previews: [] }))));
        },
      },
    },
  });
  // A port that no outgoing connection takes: at the end nobody may answer on it.
  const server = await listen(app, { host: HOST, port: await findFreePort() });
  const stream = await fetch(`${server.url}/api/events`, { headers: { authorization: "Bearer viewer" } });
  const reader = stream.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: briefing");
  const claim = fetch(`${server.url}/api/worker/claims`, {
    method: "POST",
    headers: { authorization: "Bearer worker", "content-type": "application/json" },
    body: JSON.stringify({ tools: ["t"], waitSeconds: 60 }),
  });
  await until(() => held);
  await server.close();
  expect((await reader?.read())?.done).toBe(true);
  expect(await (await claim).json()).toEqual({ claims: [], previews: [] });
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

test("stopping waits for the handler of a caller who has left", async () => {
  let isHeld = false;
  let isOver = false;
  const { app } = await startFakeApp({
    engine: {
      workers: {
        claim: async (_by, _request, signal) => {
          isHeld = true;
          await new Promise((resolve) => signal?.addEventListener("abort", resolve));
          // Like a held call, this handler does some work after the abort.
          await new Promise((resolve) => setTimeout(resolve, 300));
          isOver = true;
          return ok({ claims: [], previews: [] });
        },
      },
    },
  });
  const server = await listen(app, { host: HOST, port: 0 });
  const caller = new AbortController();
  const claim = fetch(`${server.url}/api/worker/claims`, {
    method: "POST",
    headers: { authorization: "Bearer worker", "content-type": "application/json" },
    body: JSON.stringify({ tools: ["t"], waitSeconds: 60 }),
    signal: caller.signal,
  });
  await until(() => isHeld);
  caller.abort();
  await expect(claim).rejects.toThrow();
  await server.close();
  expect(isOver).toBe(true);
});

async function builtInbox(): Promise<string> {
  const folder = await tempFolder("inbox");
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Inbox</title>");
  await writeFile(join(folder, "assets", "index-B2c3D4e5.js"), "export {};");
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  await symlink("/etc/passwd", join(folder, "leak.txt"));
  return folder;
}

test("the inbox: pages are never kept, hashed files for ever", async () => {
  const { url } = await start({ publicFolder: await builtInbox() });
  const get = async (path: string, accept = "text/html") => {
    const response = await fetch(url + path, { headers: { accept } });
    return [response.status, response.headers.get("content-type"), response.headers.get("cache-control")];
  };
  expect(await get("/")).toEqual([200, "text/html; charset=utf-8", "no-store"]);
  expect(await get("/actions/some.id")).toEqual([200, "text/html; charset=utf-8", "no-store"]);
  expect(await get("/assets/index-B2c3D4e5.js", "*/*")).toEqual([
    200,
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  expect(await get("/favicon.svg", "*/*")).toEqual([200, "image/svg+xml", "no-cache"]);
  for (const path of ["/actions/a", "/leak.txt", "/assets/none.js"]) expect((await get(path, "application/json"))[0]).toBe(404);
  for (const path of ["/api/none", "/assets/none.js", "/mcp"]) expect((await get(path))[0]).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
});

test("no address leads out of the folder", async () => {
  const { port } = await start({ publicFolder: await builtInbox() });
  for (const path of [
    "/../../etc/passwd",
    "/assets/../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "//etc/passwd",
    "/leak.txt",
  ]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, HOST, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.on("data", (chunk) => (text += String(chunk)));
      socket.on("end", () => resolve(text)).on("error", reject);
    });
    expect([path, answer.split("\r\n", 1)[0]]).toEqual([path, expect.stringMatching(/ 40[034] /)]);
    expect(answer).not.toContain("root:");
  }
});

test("an inbox that is not built says so, and is found once it is", async () => {
  const folder = await tempFolder("inbox");
  const { url } = await start({ publicFolder: folder });
  const missing = await fetch(url);
  expect(missing.status).toBe(503);
  expect(await missing.text()).toContain("npm run build");
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Inbox</title>");
  expect(await (await fetch(url)).text()).toContain("Inbox");
});
