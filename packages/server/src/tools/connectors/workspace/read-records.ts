import { z } from "zod";
import { RECORD_KINDS, type Json, type JsonObject, type RecordKind, type SavedRecord } from "@countersign/protocol";
import { ToolFailure, type Asker, type ExecutionContext, type ServerTool } from "../../../ports/tool.ts";
import type { OpenConnection } from "../connector.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";

/** Who reads. An agent sees what its own calls saved, a person everything in the workspace. */
interface Reader {
  workspaceId: string;
  by: Asker;
}

/** The saved records of all workspaces. */
export interface Records {
  /** Newest first, at most `limit`. Undefined if `cursor` is none. */
  list(
    reader: Reader,
    asked: { kind?: RecordKind | undefined; cursor?: string | undefined; limit: number },
  ): Promise<{ items: SavedRecord[]; nextCursor: string | null } | undefined>;
  find(reader: Reader, actionId: string, position: number): Promise<SavedRecord | undefined>;
}

const PAGE = 50;
const listInput = z.strictObject({
  ...ownWorkspace,
  kind: z.enum(RECORD_KINDS).optional(),
  cursor: z.string().min(1).max(500).optional().describe("`nextCursor` of the previous response"),
});
const getInput = z.strictObject({
  ...ownWorkspace,
  id: z
    .string()
    .regex(/^[0-9a-f-]{1,64}\.\d{1,9}$/)
    .describe("One of the `ids` that the saving call answered, or an `id` of the list"),
});

/** Tools by which an agent reads back what its own approved calls saved. */
export const recordReadTools = ({ workspaceId }: Pick<OpenConnection, "workspaceId">, records: Records): ServerTool[] => [
  {
    definition: {
      ...reads("list_saved_records", "List saved records"),
      description: `Lists the records that your approved calls saved, newest first, ${PAGE} at a time, without their content.`,
      inputSchema: inputSchemaOf(listInput),
    },
    approval: "never",
    describe: async (input) => {
      readInput(listInput, input, workspaceId);
      return { preview: { title: "List saved records" } };
    },
    async execute(input, context): Promise<Json> {
      const { kind, cursor } = readInput(listInput, input, workspaceId);
      const page = await records.list(readerOf(context), { kind, cursor, limit: PAGE });
      if (!page) throw new ToolFailure("invalid", "is not a cursor of this tool", "/cursor");
      return { items: page.items.map(shortRecord), nextCursor: page.nextCursor };
    },
  },
  {
    definition: {
      ...reads("get_saved_record", "Read a saved record"),
      description: "Reads one record that an approved call of yours saved, with its content.",
      inputSchema: inputSchemaOf(getInput),
    },
    approval: "never",
    describe: async (input) => ({ preview: { title: `Read the record ${readInput(getInput, input, workspaceId).id}` } }),
    async execute(input, context): Promise<Json> {
      const [actionId = "", position] = readInput(getInput, input, workspaceId).id.split(".");
      const record = await records.find(readerOf(context), actionId, Number(position));
      if (!record) throw new ToolFailure("invalid", "is not a record that one of your calls saved", "/id");
      return { ...shortRecord(record), data: record.data };
    },
  },
];

const reads = (name: string, title: string) => ({ name, title, effect: "idempotent", risk: 0 }) as const;

const readerOf = ({ workspaceId, proposedBy }: ExecutionContext): Reader => ({ workspaceId, by: proposedBy });

const shortRecord = ({ actionId, position, kind, title, savedAt }: SavedRecord): JsonObject => ({
  id: `${actionId}.${position}`,
  kind,
  title,
  savedAt,
});
