import { expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { findSchemaFault } from "../../src/engine/catalog/find-schema-fault.ts";
import { validateInput } from "../../src/engine/checks/validate-input.ts";

const object = (more: JsonObject): JsonObject => ({ type: "object", ...more });

const ENDLESS: [string, JsonObject][] = [
  ["itself", object({ $ref: "#" })],
  ["two of $defs", object({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } })],
  ["nobody's $defs", object({ $defs: { a: { allOf: [{ not: { $ref: "#/$defs/a" } }] } } })],
  ["allOf", object({ allOf: [{ $ref: "#" }] })],
  ["allOf of a property", object({ properties: { a: { $id: "a", allOf: [{ anyOf: [{ $ref: "#" }] }] } } })],
  ["oneOf over definitions", object({ oneOf: [{ $ref: "#/definitions/x" }], definitions: { x: { $ref: "#" } } })],
  ["if and else", object({ if: { required: ["a"] }, else: { $ref: "#" } })],
  ["dependentSchemas", object({ dependentSchemas: { "a/b": { $ref: "#" } } })],
  ["an anchor", object({ $ref: "#x", $defs: { x: { $anchor: "x", allOf: [{ $ref: "#x" }] } } })],
  ["an address", object({ $id: "https://example.com/s", allOf: [{ $ref: "https://example.com/s" }] })],
  ["a dynamic anchor", object({ $dynamicAnchor: "node", anyOf: [{ $dynamicRef: "#node" }] })],
  ["an escaped name", object({ $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": { $ref: "#" } } })],
  ["a place of no schema word", object({ $ref: "#/x-shared/a", "x-shared": { a: { $ref: "#/x-shared/a" } } })],
];

test.each(ENDLESS)("G30 a schema that comes back to itself by %s is refused before it is stored", (_name, schema) => {
  expect(findSchemaFault(schema)).toMatch(/refers to itself at #.* without descending into the input/);
});

test("a schema that comes back to itself for a part of the input is sound", () => {
  const tree = object({ properties: { children: { type: "array", items: { $ref: "#" } }, left: { $ref: "#" } } });
  expect(findSchemaFault(tree)).toBeUndefined();
  expect(validateInput(JSON.stringify(tree), { children: [{ left: {} }, { left: { children: [1] } }] })).toEqual([
    { path: "/children/1/left/children/0", message: "must be object" },
  ]);
  const sound: JsonObject[] = [
    object({ $ref: "#/$defs/a", $defs: { a: { additionalProperties: { $ref: "#/$defs/a" } } } }),
    object({ allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: {} } }),
    object({ propertyNames: { $ref: "#/$defs/a" }, $defs: { a: { contains: { $ref: "#" } } } }),
    object({ $dynamicAnchor: "node", properties: { next: { $dynamicRef: "#node" } } }),
    object({ properties: { a: { const: { $ref: "#/properties/a/const" } } } }),
  ];
  for (const schema of sound) expect([schema, findSchemaFault(schema)]).toEqual([schema, undefined]);
});

test("an input nested deeper than a check can follow is refused", () => {
  let input: JsonObject = {};
  for (let depth = 0; depth < 20_000; depth += 1) input = { a: input };
  const list = JSON.stringify(object({ properties: { a: { $ref: "#" } } }));
  expect(validateInput(list, input, "/toolInput")).toEqual([
    { path: "/toolInput", message: "cannot be validated against the tool's schema" },
  ]);
});
