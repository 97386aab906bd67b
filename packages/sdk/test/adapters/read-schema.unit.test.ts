import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/v4-mini";
import { readSchema } from "../../src/adapters/read-schema.ts";

test("an object of zod's small build is described by its properties, as the MCP SDK 1 makes it of a bare shape", () => {
  const whole = {
    to: z.string().min(1),
    copy: z.string().optional(),
    amount: z.number().default(5),
    tags: z.array(z.string()),
  };
  const { input, inputSchema } = readSchema("send", mini.object(whole), undefined);
  const { $schema: _draft, ...described } = z.toJSONSchema(z.object(whole), { io: "input" });
  expect(inputSchema).toEqual(described);
  expect(input).toBeDefined();
  expect(readSchema("send", mini.object({}), undefined).inputSchema).toEqual({ type: "object", properties: {} });
});

test("a schema whose properties cannot be described alone is refused with what to do", () => {
  const tree: z.ZodType = z.lazy(() => z.object({ of: z.array(tree) }));
  const said = "give `details: { send: { inputSchema } }`";
  expect(() => readSchema("send", mini.object({ tree }), undefined)).toThrow(said);
  expect(() => readSchema("send", mini.object({ to: mini.string() }), undefined)).toThrow(said);
  const given = { type: "object" };
  expect(readSchema("send", mini.object({ tree }), given)).toMatchObject({ inputSchema: given });
});
