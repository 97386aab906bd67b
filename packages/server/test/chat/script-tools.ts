import type { JsonObject } from "@countersign/protocol";
import type { ModelTool } from "../../src/features/chat/models/model-port.ts";

const text = (description = ""): JsonObject => ({ type: "string", description });
const schema = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: [...required],
  properties,
  additionalProperties: false,
});
const gated = (name: string, title: string, inputSchema: JsonObject): ModelTool => ({
  name,
  title,
  description: title,
  inputSchema,
  runsAtOnce: false,
});
const atOnce = (...of: Parameters<typeof gated>): ModelTool => ({ ...gated(...of), runsAtOnce: true });

const path = text("Relative to the root folder, e.g. `notes/a.md`");
/** The tools of files, as an agent of a new workspace has them. */
export const FILE_TOOLS: readonly ModelTool[] = [
  gated("delete_file", "Delete a file", schema(["path"], { path })),
  gated(
    "edit_file",
    "Edit a file",
    schema(["path", "edits"], {
      path,
      edits: { type: "array", items: schema(["oldText", "newText"], { oldText: text(), newText: text() }) },
    }),
  ),
  gated("move_file", "Move a file", schema(["from", "to"], { from: text(), to: text() })),
  gated("write_file", "Write a file", schema(["path", "content"], { path, content: text("New file content") })),
  atOnce("list_files", "List files", schema([], { path: text("Folder"), recursive: { type: "boolean" } })),
  atOnce("read_file", "Read a file", schema(["path"], { path })),
  gated("ask_person", "Question for a person", schema(["question"], { question: text() })),
];

const filters = { folder: text(), type: text(), q: text(), limit: { type: "integer", maximum: 100 } };
const update = (key: string): JsonObject =>
  schema(["proposals"], {
    proposals: {
      type: "array",
      items: schema(["id"], { id: text(), [key]: { type: "object", minProperties: 1 }, restoreRevision: { type: "integer" } }),
    },
  });
const readers = (one: string, many: string, noun: string): ModelTool[] => [
  atOnce(`get_${one}`, `Read a ${noun}`, schema(["id"], { id: text() })),
  atOnce(`list_${many}`, `List ${noun}s`, schema([], filters)),
  atOnce(`get_${one}_schema`, `Read the fields of ${noun}s`, schema([], { type: text() })),
];
/** The tools of the content store. */
export const CONTENT_TOOLS: readonly ModelTool[] = [
  ...readers("data_object", "data_objects", "data object"),
  ...readers("document", "documents", "document"),
  ...readers("asset", "assets", "asset"),
  gated("propose_data_object_update", "Propose an update of a data object", update("fields")),
  gated("propose_document_update", "Propose an update of a document", update("fields")),
  gated("propose_asset_metadata_update", "Propose an update of an asset's metadata", update("metadata")),
];

/** Tools as somebody's own worker may register them. */
export const OTHER_TOOLS: readonly ModelTool[] = [
  gated("pay_invoice", "Pay an invoice", schema(["invoiceId", "amount"], { invoiceId: text(), amount: { type: "number" } })),
  gated("send_email", "Send an e-mail", schema(["to", "subject", "body"], { to: text(), subject: text(), body: text() })),
  gated("close_account", "Close an account", schema(["accountId"], { accountId: text() })),
  atOnce("restart_server", "Restart a server", schema(["name"], { name: text() })),
  gated(
    "set_status",
    "Set the status of an order",
    schema(["orderId", "status"], { orderId: text(), status: { enum: ["open", "paid"] } }),
  ),
];
