import { z } from "zod";
import type { Json, JsonObject } from "@countersign/protocol";
import { ToolFailure, type LookupResult, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";
import { ServiceFault } from "../service-fault.ts";
import { allowInside, getFile, GOOGLE_FORMAT, isMarkedBy, markedBy, shownContent, type DriveFile } from "./drive-file.ts";
import type { DriveConnection } from "./settings.ts";
import { upload } from "./upload.ts";
import { fileName, LOOK_MS, refuseLarge, resultOf, textContent } from "./write-file.ts";

const updateInput = z.strictObject({
  ...ownWorkspace,
  file_id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  content: textContent.optional(),
  name: fileName.optional().describe("A new name"),
});

export const updateFileTool = (connection: DriveConnection): ServerTool => ({
  definition: {
    name: "google_drive_update",
    title: "Update a Google Drive file",
    description: "Replaces the whole text of one Google Drive file, renames it, or both.",
    inputSchema: { ...inputSchemaOf(updateInput), minProperties: 2 },
    effect: "reconcilable",
    risk: 3,
    protectedKeys: ["workspace_id", "file_id"],
    timeoutSeconds: 120,
  },
  approval: "required",
  watchSeconds: 60,

  async describe(input) {
    const { content, name, file_id: id } = readUpdate(connection, input);
    const signal = AbortSignal.timeout(LOOK_MS);
    const file = await getAllowed(connection, id, content, signal);
    const current: JsonObject = {
      ...(name !== undefined && { name: file.name }),
      ...(content !== undefined && { content: await shownContent(connection, file, signal) }),
    };
    const proposed: JsonObject = { ...(name !== undefined && { name }), ...(content !== undefined && { content }) };
    const what = [
      name === undefined ? [] : `renamed to ${name}`,
      content === undefined ? [] : `${Buffer.byteLength(content)} bytes of text`,
    ];
    return {
      preview: {
        title: `Update ${file.name}`,
        summary: what.flat().join(", "),
        count: 1,
        items: [{ name: file.name, mime_type: file.mimeType, url: file.webViewLink ?? "", modified_at: file.modifiedTime }],
      },
      target: `drive:${file.id}`,
      snapshot: file.version,
      current,
      proposed,
    };
  },

  async execute(input, { idempotencyKey, snapshot, signal }): Promise<Json> {
    const { content, name, file_id: id } = readUpdate(connection, input);
    const file = await getAllowed(connection, id, content, signal);
    if (file.version !== snapshot) throw new ServiceFault("stale", `${file.name} was changed at ${file.modifiedTime}.`);
    signal.throwIfAborted();
    const written = await upload(connection, signal, {
      id: file.id,
      metadata: { ...(name !== undefined && { name }), appProperties: markedBy(idempotencyKey) },
      ...(content !== undefined && { content: { text: content, mimeType: file.mimeType } }),
    });
    return resultOf(written, false);
  },

  async lookup(input, { idempotencyKey, snapshot, signal }): Promise<LookupResult> {
    const { file_id: id } = readUpdate(connection, input);
    const file = await getFile(connection, id, signal, "/file_id");
    if (isMarkedBy(file, idempotencyKey)) return { happened: true, result: resultOf(file, false) };
    return { happened: file.version === snapshot ? false : "unknown" };
  },
});

function readUpdate({ workspaceId }: DriveConnection, input: JsonObject): z.output<typeof updateInput> {
  const read = readInput(updateInput, input, workspaceId);
  if (read.content === undefined && read.name === undefined)
    throw new ToolFailure("invalid", "must have a new text or a new name");
  if (read.content !== undefined) refuseLarge(read.content);
  return read;
}

async function getAllowed(
  connection: DriveConnection,
  id: string,
  content: string | undefined,
  signal: AbortSignal,
): Promise<DriveFile> {
  const file = await getFile(connection, id, signal, "/file_id");
  await allowInside(connection, file.parents?.[0], signal, "/file_id");
  if (content !== undefined && file.mimeType.startsWith(GOOGLE_FORMAT)) {
    throw new ToolFailure("invalid", `${file.name} has a Google format that does not accept plain text`, "/file_id");
  }
  return file;
}
