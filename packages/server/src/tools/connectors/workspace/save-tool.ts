import type { JsonObject, ToolDefinition } from "@countersign/protocol";
import { ToolFailure, type ExecutionContext, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, readInput } from "../read-input.ts";
import type { z } from "zod";

export type SavedKind = "insight" | "recommendation" | "document";

export interface SaveTool<Input> {
  definition: Pick<ToolDefinition, "name" | "title" | "description" | "risk" | "batchKey">;
  kind: SavedKind;
  input: z.ZodType<Input>;
  preview(input: Input): { title: string; items: JsonObject[] } & JsonObject;
  /** Returns the records to save, each with its title. */
  records(input: Input): { title: string; data: JsonObject }[];
}

/** Tool that writes records in the transaction that finishes the action, so that both are stored or neither is. */
export const saveTool = <Input extends { workspace_id?: string | undefined }>(tool: SaveTool<Input>): ServerTool => {
  const read = (given: JsonObject, workspaceId: string): Input => {
    const input = readInput(tool.input, given);
    if (input.workspace_id !== undefined && input.workspace_id !== workspaceId)
      throw new ToolFailure("forbidden", "must be this workspace or omitted", "/workspace_id");
    return input;
  };
  return {
    definition: {
      ...tool.definition,
      inputSchema: inputSchemaOf(tool.input),
      effect: "transactional",
      protectedKeys: ["workspace_id"],
    },
    approval: "required",
    describe: async (given, { workspaceId }) => ({ preview: tool.preview(read(given, workspaceId)) }),
    async execute(given, context) {
      const records = tool.records(read(given, context.workspaceId));
      for (const [position, record] of records.entries()) await insert(context, tool.kind, position, record);
      return { saved: records.length, ids: records.map((_, position) => `${context.actionId}.${position}`) };
    },
  };
};

async function insert(
  { transaction, workspaceId, actionId }: ExecutionContext,
  kind: SavedKind,
  position: number,
  { title, data }: { title: string; data: JsonObject },
): Promise<void> {
  if (!transaction) throw new ToolFailure("handler", "This tool only runs in the server's own transaction.");
  await transaction.query(
    "insert into saved_record (workspace_id, action_id, position, kind, title, data) values ($1, $2, $3, $4, $5, $6)",
    [workspaceId, actionId, position, kind, title, JSON.stringify(data)],
  );
}
