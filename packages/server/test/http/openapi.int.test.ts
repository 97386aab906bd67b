import { expect, test } from "vitest";
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
