import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../core/tool-port.ts";

/** An input as the tool's schema has it. The gate has checked it; a preview is asked for whatever is there, and must not break. */
export function readInput<T>(schema: z.ZodType<T>, input: JsonObject): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const path = issue?.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("") ?? "";
  throw new ToolFailure("invalid", issue?.message ?? "is not an input of this tool", path);
}

/** The same schema for whoever calls the tool. */
export function inputSchemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as JsonObject;
}
