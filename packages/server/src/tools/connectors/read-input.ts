import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../core/tool-port.ts";

/** For agents whose calls name their workspace: it can be no other. */
export const ownWorkspace = {
  workspace_id: z.string().max(200).optional().describe("This workspace; may be left out"),
};

/**
 * An input as the tool's schema has it. The gate has checked it; a preview is asked for whatever is there, and must not break.
 * An input with `ownWorkspace` may name `workspaceId` only.
 */
export function readInput<T>(schema: z.ZodType<T>, input: JsonObject, workspaceId?: string): T {
  const read = schema.safeParse(input);
  if (read.success) {
    const { workspace_id: named = workspaceId } = read.data as { workspace_id?: string };
    if (workspaceId === undefined || named === workspaceId) return read.data;
    throw new ToolFailure("forbidden", "must be this workspace, or left out", "/workspace_id");
  }
  const issue = read.error.issues[0];
  const path = issue?.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("") ?? "";
  throw new ToolFailure("invalid", issue?.message ?? "is not an input of this tool", path);
}

/** The same schema for whoever calls the tool. */
export function inputSchemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as JsonObject;
}
