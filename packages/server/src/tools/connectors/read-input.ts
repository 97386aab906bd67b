import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../ports/tool.ts";

/** For agents that name their workspace in a call; any other workspace is refused. */
export const ownWorkspace = {
  workspace_id: z.string().max(200).optional().describe("This workspace; can be omitted"),
};

/**
 * Parses an input by the tool's schema. The gate has validated the input of a call, but previews are made for any input and
 * must not break. Throws a `ToolFailure`, also where `workspace_id` names a workspace other than `workspaceId`.
 */
export function readInput<T>(schema: z.ZodType<T>, input: JsonObject, workspaceId?: string): T {
  const read = schema.safeParse(input);
  if (read.success) {
    const { workspace_id: named = workspaceId } = read.data as { workspace_id?: string };
    if (workspaceId === undefined || named === workspaceId) return read.data;
    throw new ToolFailure("forbidden", "must be this workspace or omitted", "/workspace_id");
  }
  const issue = read.error.issues[0];
  const path = issue?.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("") ?? "";
  throw new ToolFailure("invalid", issue?.message ?? "is not an input of this tool", path);
}

/** Returns the schema as JSON Schema of the input, for callers of the tool. */
export function inputSchemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as JsonObject;
}
