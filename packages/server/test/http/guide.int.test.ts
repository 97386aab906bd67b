import { symlink } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildGuide } from "../../../guide/src/build-guide.mjs";
import { listen, type Listening } from "../../src/http/serve.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { startFakeApp } from "./fake-parts.ts";

let server: Listening;
const get = (path: string, accept = "text/html", method = "GET") =>
  fetch(server.url + path, { method, headers: { accept }, redirect: "manual" });

beforeAll(async () => {
  const publicFolder = await tempFolder("guide");
  await buildGuide(join(publicFolder, "docs/guide"));
  await symlink("/etc/passwd", join(publicFolder, "docs/guide/leak.txt"));
  server = await listen((await startFakeApp({ publicFolder })).app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close());

test("the guide is served to anybody, with the policy that allows scripts of this server only", async () => {
  for (const [path, heading] of [
    ["/docs/guide/", "Countersign"],
    ["/docs/guide/inbox/", "The inbox"],
    ["/docs/guide/adapters/", "Adapters"],
    ["/docs/guide/spec/", "What Countersign guarantees"],
  ] as const) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
    const html = await response.text();
    expect(html).toMatch(new RegExp(`<h1 id="[^"]+">${heading}`));
    expect(html).not.toMatch(/<script(?![^>]* src=)|<[^>]+ on\w+=|(src|srcset)="https?:/);
  }
  expect(await (await get("/docs")).text()).toContain('<a href="/docs/guide/">');
});

test("an address without its last slash leads to the one with it, and HEAD has the headers alone", async () => {
  for (const path of ["/docs/guide", "/docs/guide/inbox"]) {
    const response = await get(path);
    expect([response.status, response.headers.get("location")]).toEqual([308, `${path}/`]);
  }
  const head = await get("/docs/guide/inbox/", "text/html", "HEAD");
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "text/html; charset=utf-8", ""]);
  expect((await get("/docs/guide/", "text/html", "POST")).status).toBe(404);
});

test("the search index has the sections of the pages, and files named by their content are kept for ever", async () => {
  const index = await get("/docs/guide/search.json", "*/*");
  expect([index.status, index.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const entries = (await index.json()) as { url: string; page: string; title: string }[];
  expect(entries).toContainEqual(
    expect.objectContaining({ url: "/docs/guide/administration/#emergency-stop", title: "Emergency stop" }),
  );
  const html = await (await get("/docs/guide/inbox/")).text();
  const assets = [...html.matchAll(/(?:src|srcset|href)="(\/docs\/guide\/assets\/[^"]+)"/g)].map(([, url]) => url ?? "");
  expect(assets.map((url) => url.split(".").at(-1))).toEqual(expect.arrayContaining(["css", "js", "png"]));
  for (const url of assets) {
    const response = await get(url, "*/*");
    expect([url, response.status, response.headers.get("cache-control")]).toEqual([
      url,
      200,
      "public, max-age=31536000, immutable",
    ]);
  }
});

test("an unknown page is a page of the guide with status 404, an unknown file a refusal", async () => {
  for (const path of ["/docs/guide/none/", "/docs/guide/none", "/docs/guide/404.html", "/docs/guide/leak.txt"]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain("Page not found");
  }
  const file = await get("/docs/guide/assets/none.js", "*/*");
  expect([file.status, file.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect((await get("/docs/guides/")).headers.get("content-type")).toBe("application/problem+json");
});

test("no address of the guide leads out of its folder", async () => {
  for (const path of [
    "/docs/guide/../../../etc/passwd",
    "/docs/guide/%2e%2e/%2e%2e/etc/passwd",
    "/docs/guide/..%2f..%2f..%2fetc%2fpasswd",
    "/docs/guide//etc/passwd",
    "/docs/guide/..\\..\\etc\\passwd",
    "/docs/guide/%00",
    "/docs/guide/leak.txt",
  ]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1", () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.on("data", (chunk) => (text += String(chunk)));
      socket.on("end", () => resolve(text)).on("error", reject);
    });
    expect([path, answer.split("\r\n", 1)[0]]).toEqual([path, expect.stringMatching(/ 40[034] /)]);
    expect(answer).not.toContain("root:");
  }
});

test("a guide that is not built says so, and nothing else fails", async () => {
  const { app } = await startFakeApp();
  const missing = await app.request("http://127.0.0.1/docs/guide/", { headers: { accept: "text/html" } });
  expect(missing.status).toBe(503);
  expect(await missing.text()).toContain("npm run build");
});
