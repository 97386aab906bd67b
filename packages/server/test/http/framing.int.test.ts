import { expect, test } from "vitest";
import { ConfigFault, readConfig } from "../../src/config.ts";
import { startFakeApp } from "./fake-parts.ts";

const PAGES = [
  "/",
  "/actions/a",
  "/sign-in",
  "/insights",
  "/embed.js",
  "/api/me",
  "/docs",
  "/embed",
  "/embed/",
  "/embed/admin/x",
  "/x/embed/actions/a",
];
const FRAMES = ["/embed/actions/a", "/embed/sessions/s%2F1"];
const settings = { publicUrl: "http://localhost:7420", allowedHosts: ["localhost"] };
const ORIGINS = ["https://chat.example.com", "http://localhost:3000"];

async function headersOf(embedOrigins: string[] | undefined, path: string): Promise<Headers> {
  const { app } = await startFakeApp({ settings: { ...settings, ...(embedOrigins && { embedOrigins }) } });
  return (await app.request(path, { headers: { host: "localhost", accept: "text/html" } })).headers;
}
const ancestorsOf = (headers: Headers): string | undefined =>
  /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];

test("nobody frames any page unless an administrator says so", async () => {
  for (const embedOrigins of [undefined, []]) {
    for (const path of [...PAGES, ...FRAMES]) {
      const headers = await headersOf(embedOrigins, path);
      expect([path, ancestorsOf(headers), headers.get("x-frame-options")]).toEqual([path, "'none'", "DENY"]);
    }
  }
});

test("named origins frame the pages made for it, and no other page", async () => {
  for (const path of FRAMES) {
    const headers = await headersOf(ORIGINS, path);
    expect(ancestorsOf(headers)).toBe(ORIGINS.join(" "));
    expect(headers.has("x-frame-options")).toBe(false);
  }
  for (const path of PAGES) expect(ancestorsOf(await headersOf(ORIGINS, path))).toBe("'none'");
});

test("pictures come from the page itself; only the script that makes a frame may be loaded by other sites", async () => {
  for (const path of [...PAGES, ...FRAMES]) {
    const headers = await headersOf(ORIGINS, path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).toContain("script-src 'self';");
    expect(headers.get("cross-origin-resource-policy")).toBe(path === "/embed.js" ? "cross-origin" : "same-origin");
  }
});

test("an origin is a scheme, a name and a port; anything wider stops the start", () => {
  const read = (COUNTERSIGN_EMBED_ORIGINS: string) => readConfig({ dataFolder: "/tmp/x" }, { COUNTERSIGN_EMBED_ORIGINS });
  expect(read("").embedOrigins).toEqual([]);
  expect(read(" https://chat.example.com, http://localhost:3000 ").embedOrigins).toEqual(ORIGINS);
  for (const bad of [
    "*",
    "https://*",
    "https://*.example.com",
    "chat.example.com",
    "https://chat.example.com/",
    "https://a.test/x",
    "'self'",
    "data:",
    "https://a.test; script-src *",
    "null",
    "https:",
    "ftp://a.test",
    "HTTPS://A.test",
  ]) {
    expect(() => read(bad)).toThrow(ConfigFault);
    expect(() => read(`https://fine.test,${bad}`)).toThrow("COUNTERSIGN_EMBED_ORIGINS");
  }
});

test("G24 a decision of our page in a frame is told apart from one in the inbox, and only where a cookie came with it", async () => {
  const { app, calls } = await startFakeApp({ settings });
  const approve = (headers: Record<string, string>) =>
    app.request("/api/pending-actions/a/approve", {
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json", ...headers },
      body: JSON.stringify({ digest: "d".repeat(64) }),
    });
  const cookie = { cookie: "session=approver", origin: "http://localhost:7420", "sec-fetch-site": "same-origin" };
  const embed = { "countersign-channel": "embed" };
  for (const headers of [cookie, { ...cookie, ...embed }, { authorization: "Bearer approver", ...embed }])
    await approve(headers);
  expect(calls.map(({ args }) => (args[2] as { channel: string }).channel)).toEqual(["inbox", "embed", "api"]);
});

test("G46 the glass is broken on the action's page in the inbox, and not in a frame", async () => {
  const { app, calls } = await startFakeApp({ settings });
  const breakGlass = (headers: Record<string, string>) =>
    app.request("/api/pending-actions/a/break-glass", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        cookie: "session=approver",
        origin: "http://localhost:7420",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      body: JSON.stringify({ digest: "d".repeat(64), reason: "The shop is down." }),
    });
  expect((await breakGlass({ "countersign-channel": "embed" })).status).toBe(403);
  expect(calls).toEqual([]);
  await breakGlass({});
  expect(calls.map(({ name }) => name)).toEqual(["decisions.breakGlass"]);
});
