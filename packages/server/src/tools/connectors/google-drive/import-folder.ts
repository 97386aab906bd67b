import { createHash } from "node:crypto";
import { z } from "zod";
import type { Json, JsonObject } from "@countersign/protocol";
import { OutcomeUnknown, ToolFailure, type ExecutionContext, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";
import { ServiceFault, type FaultKind } from "../service-fault.ts";
import { FOLDER, getFolder, listFiles, quoted, type DriveFile } from "./drive-file.ts";
import { findUnreadable, importText } from "./import-text.ts";
import type { DriveConnection } from "./settings.ts";
import type { Sources } from "./sources.ts";
import { LOOK_MS } from "./write-file.ts";

const MAX_FILES = 100;
const MAX_TOTAL_BYTES = 20 * 1024 * 1024;

const importInput = z.strictObject({
  ...ownWorkspace,
  folder_id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  mime_types: z.array(z.string().min(1).max(127)).min(1).max(20).optional().describe("Only files of these types; default all"),
});

interface ItemOutcome extends JsonObject {
  id: string;
  name: string;
  outcome: "imported" | "updated" | "unchanged" | "skipped" | "failed";
}

export const importFolderTool = (connection: DriveConnection, sources: Sources): ServerTool => ({
  definition: {
    name: "google_drive_batch_import",
    title: "Import a Google Drive folder",
    description: `Imports the text of up to ${MAX_FILES} files of one Google Drive folder into the workspace's sources. Subfolders are ignored.`,
    inputSchema: inputSchemaOf(importInput),
    effect: "idempotent",
    risk: 2,
    protectedKeys: ["workspace_id", "folder_id"],
    timeoutSeconds: 900,
  },
  approval: "required",
  watchSeconds: 60,

  /** An approval covers exactly these files in these versions; the reviewer has not seen later ones. */
  async describe(input) {
    const { folder, files, snapshot } = await look(connection, input, AbortSignal.timeout(LOOK_MS));
    const readable = files.filter((file) => findUnreadable(file) === undefined);
    return {
      preview: {
        title: `Import ${count(readable.length)} from ${folder.name}`,
        summary: `${files.length - readable.length} of ${count(files.length)} cannot be read as text`,
        count: readable.length,
        items: files.map((file) => ({
          name: file.name,
          mime_type: file.mimeType,
          bytes: file.size === undefined ? null : Number(file.size),
          modified_at: file.modifiedTime,
          skipped: findUnreadable(file) ?? null,
        })),
      },
      target: `drive:${folder.id}`,
      snapshot,
    };
  },

  async execute(input, context): Promise<Json> {
    const { folder, files, snapshot } = await look(connection, input, context.signal);
    if (snapshot !== context.snapshot) throw new ServiceFault("stale", `The files in ${folder.name} have changed.`);
    const items: ItemOutcome[] = [];
    for (const [position, file] of files.entries()) {
      items.push(await importOne(connection, sources, { ...file, position }, context, items));
    }
    const total = (outcome: string): number => items.filter((item) => item.outcome === outcome).length;
    return {
      folder: folder.name,
      imported: total("imported"),
      updated: total("updated"),
      unchanged: total("unchanged"),
      skipped: total("skipped"),
      failed: total("failed"),
      items,
    };
  },
});

async function look(connection: DriveConnection, input: JsonObject, signal: AbortSignal) {
  const { folder_id: id, mime_types: types } = readInput(importInput, input, connection.workspaceId);
  const folder = await getFolder(connection, id, signal);
  const kinds = types ? ` and (${types.map((type) => `mimeType = ${quoted(type)}`).join(" or ")})` : "";
  const q = `${quoted(id)} in parents and trashed = false and mimeType != ${quoted(FOLDER)}${kinds}`;
  const files = await listFiles(connection, signal, q, MAX_FILES + 1);
  if (files.length > MAX_FILES) {
    const message = `${folder.name} holds more than ${MAX_FILES} files; import folders inside it, or files of some types`;
    throw new ToolFailure("invalid", message, "/folder_id");
  }
  if (files.reduce((sum, { size }) => sum + Number(size ?? 0), 0) > MAX_TOTAL_BYTES) {
    throw new ToolFailure("invalid", `The files are larger than ${MAX_TOTAL_BYTES} bytes together`, "/folder_id");
  }
  const versions = files.map(({ id: file, version }) => `${file} ${version}\n`).sort();
  return { folder, files, snapshot: createHash("sha256").update(versions.join("")).digest("hex") };
}

/** Imports one file. A fault of this file is its outcome; any other fault ends the run, and the next run continues there. */
async function importOne(
  connection: DriveConnection,
  sources: Sources,
  file: DriveFile & { position: number },
  context: ExecutionContext,
  done: readonly ItemOutcome[],
): Promise<ItemOutcome> {
  const item = (outcome: ItemOutcome["outcome"], reason?: string): ItemOutcome => ({
    id: file.id,
    name: file.name,
    outcome,
    ...(reason !== undefined && { reason }),
  });
  const unreadable = findUnreadable(file);
  if (unreadable !== undefined) return item("skipped", unreadable);
  try {
    const kept = await sources.findKept(context.workspaceId, file.id);
    // An earlier attempt of this action may have stored the file already.
    if (kept?.version === file.version) return item(kept.actionId === context.actionId ? "imported" : "unchanged");
    context.signal.throwIfAborted();
    const content = await importText(connection, file, context.signal);
    if (content === null) return item("skipped", NO_TEXT);
    const { id: fileId, version, position, name, mimeType, webViewLink: url = null } = file;
    const { workspaceId, actionId } = context;
    await sources.put({ workspaceId, actionId, position, fileId, version, name, mimeType, url, content });
    return item(kept === undefined ? "imported" : "updated");
  } catch (error) {
    if (error instanceof ServiceFault && OF_THE_FILE.has(error.kind)) return item("failed", error.message);
    throw endOfRun(error, context, done);
  }
}

const NO_TEXT = "The file is not UTF-8 text.";
const OF_THE_FILE: ReadonlySet<FaultKind> = new Set(["not_found", "validation"]);

/** Reading has no effect at Drive, but the files imported so far are an effect. */
function endOfRun(error: unknown, { attempt }: ExecutionContext, done: readonly ItemOutcome[]): unknown {
  const kept = done.filter(({ outcome }) => outcome === "imported" || outcome === "updated").length;
  if (kept > 0 || attempt > 1) {
    const why =
      error instanceof ServiceFault
        ? `Google Drive stopped answering (${error.kind}). ${error.message}`
        : "The import was stopped.";
    return new OutcomeUnknown(`${count(kept)} imported before the end. ${why} Run it again to continue where it stopped.`);
  }
  if (!(error instanceof ServiceFault)) return error;
  const { kind, message, retryAfterSeconds } = error;
  return new ServiceFault(kind, message, { retryAfterSeconds, mayHaveHappened: false });
}

const count = (files: number): string => (files === 1 ? "1 file" : `${files} files`);
