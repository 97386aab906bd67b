import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256Hex } from "../../src/core/digest.ts";
import { openRealApp } from "./real-app.ts";

let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

const HTML = "<!doctype html><p>ü</p><script>1</script>";
const register = (widget: unknown) =>
  real.send("POST", "/api/worker/tools", real.ourKeys.worker, {
    tools: [{ name: "draw", description: "d", inputSchema: { type: "object" }, widget }],
  });

test("G56 a widget is sent with a policy under which it loads, sends and opens nothing, and is cached by its hash", async () => {
  expect((await register({ html: HTML })).status).toBe(200);
  const path = `/api/widgets/${sha256Hex(HTML)}`;
  const response = await real.send("GET", path, real.ourKeys.viewer);
  expect([response.status, await response.text()]).toEqual([200, HTML]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:",
      "font-src data:; connect-src 'none'; frame-ancestors 'self'; form-action 'none'; base-uri 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "x-dns-prefetch-control": "off",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=31536000, immutable",
  });
  expect(response.headers.has("set-cookie")).toBe(false);
  for (const key of [undefined, real.theirKeys.admin, real.ourKeys.agent, real.ourKeys.worker]) {
    const refused = await real.send("GET", path, key);
    expect([refused.status >= 401, (await refused.text()).includes("<p>")]).toEqual([true, false]);
  }
});

test.each([
  [{ html: "x".repeat(262_145) }, /\/tools\/0\/widget\/html/],
  [{ html: 7 }, /\/tools\/0\/widget\/html/],
  [
    { html: '<script src="https://cdn.test/d3.js"></script>' },
    /\/tools\/0\/widget\/html: loads https:\/\/cdn.test\/d3.js with <script>/,
  ],
  [{ html: "<p>", height: 3 }, /\/tools\/0\/widget\/height/],
])("a widget that cannot work is refused with what is wrong with it", async (widget, said) => {
  const response = await register(widget);
  expect([response.status, await response.text()]).toEqual([422, expect.stringMatching(said)]);
});

test("several large widgets fit into one registration", async () => {
  const tools = Array.from({ length: 5 }, (_, n) => ({
    name: `large_${n}`,
    description: "d",
    inputSchema: { type: "object" },
    widget: { html: `<p>${n}`.padEnd(262_144, "x") },
  }));
  expect((await real.send("POST", "/api/worker/tools", real.ourKeys.worker, { tools })).status).toBe(200);
});
