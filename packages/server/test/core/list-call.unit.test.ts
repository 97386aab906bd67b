import { describe, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { definitionHash } from "../../src/core/digest.ts";
import { findBatchKeyFault, listSchema, readListCall } from "../../src/core/list-call.ts";
import { validateInput } from "../../src/engine/checks/validate-input.ts";

const UNIT: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string" },
    block: { $ref: "#/$defs/block" },
    twin: { $ref: "#/properties/id" },
    default: { $ref: "#/properties/id" },
    fixed: { const: { $ref: "#/properties/id" } },
  },
  required: ["id"],
  additionalProperties: false,
  $defs: { block: { type: "object", properties: { title: { $ref: "#/properties/id" }, inner: { $ref: "#/$defs/block" } } } },
};

describe("the list form of a tool's input", () => {
  const schema = JSON.stringify(listSchema("proposals", UNIT));
  const faultsOf = (input: JsonObject) => validateInput(schema, input).map(({ path }) => path);

  test("it is closed, holds 1 to 100 units and a summary, and its references still lead where they led", () => {
    expect(listSchema("proposals", UNIT)).toMatchObject({
      type: "object",
      properties: { proposals: { type: "array", minItems: 1, maxItems: 100 }, summary: { type: "string", maxLength: 500 } },
      required: ["proposals"],
      additionalProperties: false,
    });
    const whole = { id: "a", twin: "b", default: "c", block: { title: "t", inner: { title: "u" } } };
    expect(faultsOf({ proposals: [whole], summary: "words" })).toEqual([]);
    expect(faultsOf({ proposals: [{ ...whole, twin: 1 }] })).toEqual(["/proposals/0/twin"]);
    expect(faultsOf({ proposals: [{ ...whole, default: 1 }] })).toEqual(["/proposals/0/default"]);
    expect(faultsOf({ proposals: [whole, { id: "a", block: { inner: { title: 1 } } }] })).toEqual([
      "/proposals/1/block/inner/title",
    ]);
    expect(faultsOf({ proposals: [] })).toEqual(["/proposals"]);
    expect(faultsOf({ proposals: [whole], more: 1 })).toEqual(["/more"]);
    expect(listSchema("proposals", UNIT)).toMatchObject({
      properties: { proposals: { items: { properties: { fixed: { const: { $ref: "#/properties/id" } } } } } },
    });
  });

  test("a schema that names itself stays whole", () => {
    const named = { ...UNIT, $id: "https://example.test/unit", $schema: "https://json-schema.org/draft/2020-12/schema" };
    const text = JSON.stringify(listSchema("proposals", named));
    expect(validateInput(text, { proposals: [{ id: "a", twin: 1 }] }).map(({ path }) => path)).toEqual(["/proposals/0/twin"]);
    expect(validateInput(text, { proposals: [{ id: "a", block: { title: "t" } }] })).toEqual([]);
  });

  test("a list is taken apart, and what is wrong with it is named by its place", () => {
    const read = (input: JsonObject) => readListCall("proposals", input, "/toolInput");
    expect(read({ proposals: [{ id: "a" }], summary: "words" })).toEqual({
      ok: true,
      list: { entries: [{ id: "a" }], summary: "words" },
    });
    const paths = (input: JsonObject) => {
      const answer = read(input);
      return answer.ok ? [] : answer.faults.map(({ path }) => path);
    };
    expect(paths({ proposals: [{}, "no", []] })).toEqual(["/toolInput/proposals/1", "/toolInput/proposals/2"]);
    expect(paths({ proposals: {} })).toEqual(["/toolInput/proposals"]);
    expect(paths({ proposals: Array(101).fill({}) as JsonObject[] })).toEqual(["/toolInput/proposals"]);
    expect(paths({ proposals: [{}], "a/b": 1, summary: "x".repeat(501) })).toEqual(["/toolInput/a~1b", "/toolInput/summary"]);
    expect(paths({ proposals: [{}], summary: "\u0000" })).toEqual(["/toolInput/summary"]);
  });

  test("a key is refused that the tool's own input has, and `summary`", () => {
    expect(findBatchKeyFault({ inputSchema: UNIT, batchKey: "proposals" })).toBeUndefined();
    expect(findBatchKeyFault({ inputSchema: UNIT })).toBeUndefined();
    expect(findBatchKeyFault({ inputSchema: UNIT, batchKey: "id" })).toBeTruthy();
    expect(findBatchKeyFault({ inputSchema: UNIT, batchKey: "summary" })).toBeTruthy();
  });

  test("G2 the key is part of what a reviewer relies on, and other tools keep the hash they had", () => {
    const tool = { name: "t", description: "d", inputSchema: { type: "object" } };
    expect(definitionHash({ ...tool, batchKey: "proposals" })).not.toBe(definitionHash(tool));
    expect(definitionHash(tool)).toBe("d86e1a926515ea7a42c938dbd6b341486679ce2fb2209488314c4181f61dc128");
  });
});
