import { expect, test } from "vitest";
import { curlExample } from "../../src/http/curl-example.ts";
import { ROUTES } from "./all-routes.ts";
import { startFakeApp } from "./fake-parts.ts";

interface Description {
  openapi: string;
  paths: Record<string, Record<string, { responses: object; security: object[]; parameters: { name: string }[] }>>;
  components: { schemas: Record<string, object> };
}

async function describeApi(): Promise<Description> {
  const { send } = await startFakeApp();
  return (await (await send("GET", "/openapi.json")).json()) as Description;
}

test("every route is described, and nothing else", async () => {
  const { openapi, paths } = await describeApi();
  expect(openapi).toMatch(/^3\.1\./);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

test("every reference leads to a schema", async () => {
  const description = await describeApi();
  const refs = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "");
  expect(refs.length).toBeGreaterThan(50);
  const missing = refs.filter(
    (ref) => !Object.hasOwn(description.components.schemas, ref.replace("#/components/schemas/", "")),
  );
  expect(missing).toEqual([]);
});

test("shapes come from the wire's schemas: passed-on objects, choices, parameters", async () => {
  const { paths, components } = await describeApi();
  expect(components.schemas["Action"]).toMatchObject({
    properties: { toolInput: { type: "object" }, risk: {} },
    required: expect.arrayContaining(["digest"]),
  });
  const list = paths["/api/pending-actions"]?.["get"];
  expect(list?.parameters.map(({ name }) => name)).toContain("batchId");
  expect(Object.keys(paths["/api/pending-actions/{id}/approve"]?.["post"]?.responses ?? {})).toEqual([
    "200",
    "400",
    "401",
    "403",
    "404",
    "409",
    "412",
    "413",
    "415",
    "422",
    "428",
  ]);
  expect(paths["/healthz"]?.["get"]?.security).toEqual([]);
});

test("the page for people names every route and holds no script", async () => {
  const { send } = await startFakeApp();
  const response = await send("GET", "/docs");
  expect(response.headers.get("content-type")).toContain("text/html");
  const page = await response.text();
  for (const { path } of ROUTES) expect(page).toContain(path);
  expect(page).not.toMatch(/<script|javascript:|\son\w+=/i);
});

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

test("every route that a key may call has a command, whose body lacks nothing but what stands in angle brackets", () => {
  const unlike: string[] = [];
  for (const route of ROUTES) {
    const command = curlExample(route);
    if ((command === undefined) !== (route.needsSignIn === true)) unlike.push(route.path);
    if (command === undefined) continue;
    const [, path] = /^curl "\$URL([^"?]+)/.exec(command) ?? [];
    expect(path?.replaceAll(/<(\w+)>/g, "{$1}")).toBe(route.path);
    const [, text] = /-d '([^']*)'$/.exec(command) ?? [];
    if (!route.body || text === undefined) continue;
    const body = JSON.parse(text) as object;
    const faults = route.body.safeParse(body).error?.issues ?? [];
    // A body of which one of several keys is needed is wrong as a whole.
    for (const { path: at } of faults.filter(({ path: all }) => all.length > 0))
      if (!String(valueAt(body, at)).startsWith("<")) unlike.push(`${route.path} ${at.join(".")}`);
  }
  expect(unlike).toEqual([]);
});

test("the page shows the commands with this server's address", async () => {
  const { send } = await startFakeApp();
  const page = await (await send("GET", "/docs")).text();
  expect(page).toContain("export URL=http");
  expect(page).toContain("curl &quot;$URL/api/pending-actions/&lt;id&gt;/approve&quot;");
});
