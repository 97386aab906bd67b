import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ToolFailure } from "../../src/ports/tool.ts";
import { httpConnector } from "../../src/tools/connectors/http/http-connector.ts";
import { createCheckedNetwork } from "../../src/tools/connections/checked-fetch.ts";
import { connectorContract } from "./contract.ts";
import { startFaultyServer, type FaultyServer } from "./fakes/faulty-server.ts";
import { never } from "../support/never.ts";
import { attempt, openConnection, toolOf } from "./support.ts";

const TOKEN = "tok_live_5f2c9a";
const QUERY_KEY = "key/with?odd&chars=1";
const SCOPE = { workspaceId: "ws_test" };

interface Shop extends FaultyServer {
  /** Orders that took effect, one for each idempotency key. */
  orders: { path: string; body: unknown; key: string | null }[];
  /** Overrides the service's answer unless it returns undefined. */
  answer: ((request: Request) => Response | undefined) | undefined;
}

/** A service with idempotency keys: a repeat with the same Idempotency-Key is the same order. */
async function startShop(): Promise<Shop> {
  const orders: Shop["orders"] = [];
  const server = await startFaultyServer({
    async handle(request) {
      const odd = shop.answer?.(request);
      if (odd) return odd;
      if (request.headers.get("authorization") !== `Bearer ${TOKEN}`)
        return Response.json({ message: "who are you" }, { status: 401 });
      const url = new URL(request.url);
      if (request.method === "GET") return Response.json({ path: url.pathname, query: url.search });
      const key = request.headers.get("idempotency-key");
      const text = await request.text();
      if (!orders.some((order) => order.key === key))
        orders.push({ path: `${url.pathname}${url.search}`, body: text === "" ? null : JSON.parse(text), key });
      return Response.json({ order: orders.findIndex((order) => order.key === key) + 1 }, { status: 201 });
    },
    limited: () => new Response("slow down", { status: 429, headers: { "retry-after": "17" } }),
  });
  const shop: Shop = { ...server, orders, answer: undefined };
  return shop;
}

const text = { type: "string" };
const schemaOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const settingsOf = (url: string) => ({
  headers: { Authorization: "Bearer ${secret:token}" },
  testUrl: `${url}/me`,
  tools: [
    {
      name: "order_article",
      description: "Orders an article for a customer of the shop.",
      method: "POST",
      url: `${url}/customers/{customer}/orders?via={channel}&key=\${secret:key}`,
      inputSchema: schemaOf({ customer: text, channel: text, article: text, count: { type: "integer" } }),
      effect: "idempotent",
    },
    {
      name: "remove_article",
      description: "Removes an article from the shop for good.",
      method: "DELETE",
      url: `${url}/articles/{id}`,
      inputSchema: schemaOf({ id: { type: "integer" } }),
      risk: 4,
    },
    {
      name: "find_customer",
      description: "Looks a customer up by its name.",
      method: "GET",
      url: `${url}/customers?name={name}`,
      inputSchema: schemaOf({ name: text }),
      reads: true,
      maxResultBytes: 1000,
    },
  ],
});
const CREDENTIALS = { token: TOKEN, key: QUERY_KEY };
const ORDER = { customer: "c/1", channel: "chat", article: "a-7", count: 2 };

connectorContract(httpConnector, ["order_article", "remove_article"], async () => {
  const shop = await startShop();
  return {
    settings: settingsOf(shop.url),
    credentials: CREDENTIALS,
    wrongCredentials: { token: "tok_live_wrong", key: QUERY_KEY },
    secrets: [TOKEN, QUERY_KEY, encodeURIComponent(QUERY_KEY), "tok_live_wrong"],
    writes: { order_article: { input: () => ({ ...ORDER }) }, remove_article: { input: () => ({ id: 7 }) } },
    effects: () => shop.orders.length,
    trouble: (kind, onStrike) => shop.strike(kind, undefined, onStrike),
    close: shop.close,
  };
});

describe("REST calls declared in settings", () => {
  let shop: Shop;
  const connect = (settings: object = {}, credentials: object = CREDENTIALS) =>
    openConnection(httpConnector, { ...settingsOf(shop.url), ...settings }, credentials);
  const run = (name: string, input: JsonObject, open = connect()) => attempt(toolOf(httpConnector, open, name), input);
  const faultsOf = (change: object): string[] => {
    const [tool] = settingsOf(shop.url).tools;
    const parsed = httpConnector.settings.safeParse({ tools: [{ ...tool, ...change }] });
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };

  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    shop.orders.length = 0;
    shop.answer = undefined;
    if (shop.faults.length > 0) throw new Error("a fault of the test before never struck");
  });

  test("G22 no header or parameter makes a call one of another method or to another host", async () => {
    for (const name of ["X-HTTP-Method-Override", "X-Original-URL", "X-Forwarded-Host"])
      expect(faultsOf({ headers: { [name]: "x" } }).join()).toContain("change the method or host");
    const url = `${shop.url}/articles?{name}={value}`;
    const inputSchema = {
      type: "object",
      properties: { name: { type: "string" }, value: { type: "string" } },
      required: ["name", "value"],
    };
    const [first] = settingsOf(shop.url).tools;
    const open = connect({ tools: [{ ...first, name: "find", method: "GET", reads: true, url, inputSchema, headers: {} }] });
    await expect(run("find", { name: "_method", value: "DELETE" }, open)).rejects.toThrow("another method");
    expect(shop.orders).toEqual([]);
  });

  test("G2 the preview is the call: method, final address with secrets masked, and body", async () => {
    const { preview, target } = await toolOf(httpConnector, connect(), "order_article").describe(ORDER, SCOPE);
    const url = `${shop.url}/customers/c%2F1/orders?via=chat&key=[secret]`;
    expect(preview).toEqual({ title: `POST ${url}`, method: "POST", url, body: { article: "a-7", count: 2 } });
    expect(target).toBe(`POST ${url}`);
    const ran = await run("order_article", ORDER);
    expect(ran).toEqual({ ended: "executed", result: { status: 201, body: { order: 1 } } });
    expect(shop.orders).toEqual([
      {
        path: `/customers/c%2F1/orders?via=chat&key=${encodeURIComponent(QUERY_KEY)}`,
        body: { article: "a-7", count: 2 },
        key: expect.stringMatching(/^act_/),
      },
    ]);
  });

  test.each(["..", ".", "", "%2e%2e", "a/../..", "\ud800"])(
    "no field changes the folder of the address: %j",
    async (customer) => {
      const described = await toolOf(httpConnector, connect(), "order_article")
        .describe({ ...ORDER, customer }, SCOPE)
        .catch((error: unknown) => error);
      if (described instanceof ToolFailure) return expect(described.code).toBe("invalid");
      // The encoded value stays one path segment.
      expect((described as { target: string }).target).toContain(`/customers/${encodeURIComponent(customer)}/orders?`);
      expect(encodeURIComponent(customer)).not.toMatch(/^(\.|%2e){0,2}$/i);
    },
  );

  test("a reading tool asks nobody, follows redirects of its own server and of no other", async () => {
    expect(toolOf(httpConnector, connect(), "find_customer")).toMatchObject({ approval: "never", definition: { risk: 0 } });
    expect(await run("find_customer", { name: "a&b" })).toMatchObject({ result: { body: { query: "?name=a%26b" } } });
    shop.answer = ({ url }) => (url.includes("/customers?") ? Response.redirect(`${shop.url}/moved`, 307) : undefined);
    expect(await run("find_customer", { name: "x" })).toMatchObject({ result: { body: { path: "/moved" } } });
    shop.answer = () => Response.redirect("http://127.0.0.1:9/elsewhere", 302);
    const refused = await run("find_customer", { name: "x" });
    expect(refused).toMatchObject({ ended: "failed", error: { code: "invalid" } });
    expect(shop.requests.at(-1)).toBe("GET /customers");
    shop.answer = ({ url }) => Response.redirect(url, 302);
    expect(await run("find_customer", { name: "x" })).toMatchObject({ ended: "failed" });
  });

  test("G5 a redirect of a writing call is never followed, and says no more than is known", async () => {
    const ended = async (status: number) => {
      shop.answer = () => new Response(null, { status, headers: { location: `${shop.url}/other?t=1` } });
      return run("remove_article", { id: 7 });
    };
    expect(await ended(303)).toEqual({ ended: "executed", result: { status: 303, location: `${shop.url}/other` } });
    expect(await ended(302)).toMatchObject({ ended: "unknown" });
    expect(await ended(307)).toMatchObject({ ended: "failed", error: { code: "invalid" } });
    expect(shop.requests.filter((request) => request.includes("other"))).toEqual([]);
  });

  test("an answer is kept as far as the limit goes, and the call counts as run beyond it", async () => {
    shop.answer = () => new Response("x".repeat(1001));
    expect(await run("find_customer", { name: "x" })).toEqual({
      ended: "executed",
      result: { status: 200, note: expect.stringContaining("larger than 1000 bytes") },
    });
    shop.answer = () => new Response(new Uint8Array([1, 0, 2]), { headers: { "content-type": "image/png" } });
    expect(await run("find_customer", { name: "x" })).toMatchObject({
      result: { note: "The answer is image/png, 3 bytes, and is not kept." },
    });
    shop.answer = () => new Response("plain words");
    expect(await run("find_customer", { name: "x" })).toMatchObject({ result: { body: "plain words" } });
  });

  test.each([
    [400, { message: "count is too large" }, "invalid", "count is too large"],
    [403, { error: { message: "not yours" } }, "forbidden", "not yours"],
    [404, { detail: "no such customer" }, "invalid", "no such customer"],
    [412, {}, "stale", "changed after the proposal"],
  ])("HTTP %d is told apart", async (status, body, code, words) => {
    shop.answer = () => Response.json(body, { status });
    const ran = await run("remove_article", { id: 7 });
    expect(ran).toMatchObject({ ended: "failed", error: { code } });
    if (ran.ended === "failed") expect(ran.error.message).toContain(words);
  });

  test("a secret that is not set is named, and nothing is sent", async () => {
    const before = shop.requests.length;
    const ran = await run("order_article", ORDER, connect({}, { token: TOKEN }));
    expect(ran).toMatchObject({
      ended: "failed",
      error: { code: "forbidden", message: expect.stringContaining("no secret named key") },
    });
    const tested = await httpConnector.test(connect({}, { token: TOKEN }), never);
    expect(tested).toEqual({ ok: false, code: "settings", message: "The settings refer to secrets that are not set: key." });
    expect(shop.requests.length).toBe(before);
  });

  test("settings that would let an input choose the server, or hold a secret in the open, are refused", () => {
    expect(faultsOf({})).toEqual([]);
    for (const url of [
      "https://{host}/x",
      "https://a{host}.test/x",
      "https://user:pw@a.test/x",
      "ftp://a.test/x",
      "https://a.test/#x",
    ])
      expect(faultsOf({ url })[0]).toMatch(/^tools\.0\.url: must/);
    expect(faultsOf({ url: "https://a.test/{other}" })).toEqual(["tools.0.url: {other} must be a required property"]);
    expect(faultsOf({ headers: { "X-Api-Key": "literal" } })).toEqual([expect.stringContaining("refer to it")]);
    expect(faultsOf({ headers: { Host: "other" } })).toEqual([expect.stringContaining("is set by the server")]);
    expect(faultsOf({ headers: { "x-a": "b\r\nhost: c" } })).toEqual([expect.stringContaining("one line")]);
    expect(faultsOf({ reads: true })).toEqual([expect.stringContaining("only a GET")]);
  });

  test("without leave no address of a private network is asked, by number or by name", async () => {
    const network = createCheckedNetwork();
    for (const host of ["127.0.0.1", "localhost"]) {
      const open = { ...connect(), fetch: network.fetch(false) };
      open.settings = httpConnector.settings.parse(settingsOf(shop.url.replace("127.0.0.1", host)));
      const before = shop.requests.length;
      const ran = await run("order_article", ORDER, open);
      expect(ran).toMatchObject({ ended: "failed", error: { message: expect.stringContaining("allowPrivate") } });
      expect(shop.requests.length).toBe(before);
    }
    await network.close();
  });
});
