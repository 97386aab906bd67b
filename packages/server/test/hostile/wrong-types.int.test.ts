import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { BODY_ROUTES } from "./support/body-routes.ts";
import { findWrong, openHostileGate, pathsOf, type HostileGate } from "./support/hostile-gate.ts";
import { LONG } from "./support/naughty-strings.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

interface WrongBody {
  /** JSON Pointer of the wrong part. */
  path: string;
  body: unknown;
}

const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e15,
  "",
  "x",
  "\u0000",
  "a\u0000b",
  [],
  [null],
  [[]],
  {},
  { length: 1 },
  "x".repeat(10_001),
];

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema;

/** The whole body gets every value; each part gets every fourth, varying by part; `npm run test:long` uses all. */
function* some<T>(all: readonly T[], path: string): Generator<T> {
  for (const [n, one] of all.entries()) if (LONG || path === "" || (n + path.length) % 4 === 0) yield one;
}

/** Yields bodies with one wrong part each: a value its schema refuses, a missing required key, or an unknown key. */
function* wrongBodies(schema: z.core.$ZodType, right: unknown, path = ""): Generator<WrongBody> {
  for (const value of some(VALUES, path)) if (!z.safeParse(schema, value).success) yield { path, body: value };
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(right)) {
    const [first] = right as unknown[];
    // An empty sample list has no element to vary; another route's sample covers it.
    if (first === undefined) return;
    for (const { path: at, body } of wrongBodies(inner.element, first, `${path}/1`)) yield { path: at, body: [first, body] };
    return;
  }
  if (!(inner instanceof z.ZodObject)) return;
  const sample = right as Record<string, unknown>;
  for (const [key, part] of Object.entries(inner.shape) as [string, z.core.$ZodType][]) {
    if (!Object.hasOwn(sample, key)) throw new Error(`the sample has no ${path}/${key}`);
    for (const { path: at, body } of wrongBodies(part, sample[key], `${path}/${key}`))
      yield { path: at, body: { ...sample, [key]: body } };
    const { [key]: _left, ...rest } = sample;
    if (!z.safeParse(part, undefined).success) yield { path: `${path}/${key}`, body: rest };
  }
  if (inner.def.catchall !== undefined) return;
  for (const key of some(["nonsense", "constructor", "prototype", "toString", "__proto__", "", "a/b~c", "\u0000"], path)) {
    const pointer = key.replaceAll("~", "~0").replaceAll("/", "~1");
    yield { path: `${path}/${pointer}`, body: Object.fromEntries([...Object.entries(sample), [key, {}]]) };
  }
}

test.each(BODY_ROUTES)("$name refuses every wrong value of every field with its path, and stores nothing", async (sample) => {
  const { route, who, path: address, body: right } = sample;
  const before = await gate.stored();
  const bodies = [...wrongBodies(route.body!, right)];
  expect(bodies.length).toBeGreaterThan(15);
  const wrong = await findWrong(bodies, async ({ path, body }) => {
    const answer = await gate.send(who, route.method, address, { body: JSON.stringify(body) });
    const isNamed = pathsOf(answer).some((at) => at === path || at.startsWith(`${path}/`));
    return answer.status === 422 && isNamed ? [] : [[path, body, answer.status, answer.text]];
  });
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
});

test("the prototype of all objects is as it was", () => {
  expect(Object.keys({})).toEqual([]);
  expect(({} as Record<string, unknown>)["nonsense"]).toBeUndefined();
});
