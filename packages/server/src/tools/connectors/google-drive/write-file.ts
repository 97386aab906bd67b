import { z } from "zod";
import type { Json, JsonObject } from "@countersign/protocol";
import { ToolFailure, type LookupResult, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";
import { ServiceFault } from "../service-fault.ts";
import {
  FOLDER,
  getFolder,
  GOOGLE_FORMAT,
  isMarkedBy,
  listFiles,
  markedBy,
  MAX_BYTES,
  quoted,
  shownContent,
  type DriveFile,
} from "./drive-file.ts";
import type { DriveConnection } from "./settings.ts";
import { upload } from "./upload.ts";

export const fileName = z.string().min(1).max(255).regex(/\S/);
export const textContent = z.string().max(MAX_BYTES).describe("New file content");
/** Excludes Google's own formats, whose files do not accept bytes. */
export const mimeType = z
  .string()
  .max(127)
  .regex(/^[a-z]+\/[a-z0-9.+-]+$/)
  .describe("Default `text/plain`");

const writeInput = z.strictObject({
  ...ownWorkspace,
  folder_id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  name: fileName,
  content: textContent,
  mime_type: mimeType.optional(),
});

const ABSENT = "absent";
export const LOOK_MS = 20_000;

export const writeFileTool = (connection: DriveConnection): ServerTool => ({
  definition: {
    name: "google_drive_write",
    title: "Write a Google Drive file",
    description: "Creates a text file in a Google Drive folder, or replaces the whole text of the file with that name.",
    inputSchema: inputSchemaOf(writeInput),
    effect: "reconcilable",
    risk: 3,
    protectedKeys: ["workspace_id", "folder_id", "name"],
    timeoutSeconds: 120,
  },
  approval: "required",
  watchSeconds: 60,

  async describe(input) {
    const { name, content, folder_id: folderId, mime_type: type = "text/plain" } = readWrite(connection, input);
    const signal = AbortSignal.timeout(LOOK_MS);
    const folder = await getFolder(connection, folderId, signal);
    const file = await findByName(connection, folderId, name, signal);
    const bytes = Buffer.byteLength(content);
    return {
      preview: {
        title: `${file ? "Overwrite" : "Create"} ${name} in ${folder.name}`,
        summary: `${bytes} bytes of text`,
        count: 1,
        items: [{ name, folder: folder.name, mime_type: type, bytes }],
      },
      target: `drive:${folderId}/${name}`,
      snapshot: file?.version ?? ABSENT,
      current: { name, content: file ? await shownContent(connection, file, signal) : null },
      proposed: { name, content },
    };
  },

  async execute(input, { idempotencyKey, snapshot, signal }): Promise<Json> {
    const { name, content: text, folder_id: folderId, mime_type: type = "text/plain" } = readWrite(connection, input);
    await getFolder(connection, folderId, signal);
    const file = await findByName(connection, folderId, name, signal);
    if ((file?.version ?? ABSENT) !== snapshot)
      throw new ServiceFault("stale", `The file named ${name} is a different one now.`);
    signal.throwIfAborted();
    const appProperties = markedBy(idempotencyKey);
    const metadata = file ? { appProperties } : { name, parents: [folderId], mimeType: type, appProperties };
    const written = await upload(connection, signal, {
      ...(file && { id: file.id }),
      metadata,
      content: { text, mimeType: type },
    });
    return resultOf(written, file === undefined);
  },

  async lookup(input, { idempotencyKey, snapshot, signal }): Promise<LookupResult> {
    const { name, folder_id: folderId } = readWrite(connection, input);
    await getFolder(connection, folderId, signal);
    const inFolder = `${quoted(folderId)} in parents and trashed = false and name = ${quoted(name)}`;
    const files = await listFiles(connection, signal, inFolder, MAX_NAMESAKES);
    const ours = files.find((file) => isMarkedBy(file, idempotencyKey));
    if (ours) return { happened: true, result: resultOf(ours, snapshot === ABSENT) };
    const [file] = files;
    return { happened: files.length < 2 && (file?.version ?? ABSENT) === snapshot ? false : "unknown" };
  },
});

const MAX_NAMESAKES = 20;

export const resultOf = (file: DriveFile, created: boolean): JsonObject => ({
  id: file.id,
  name: file.name,
  url: file.webViewLink ?? null,
  version: file.version,
  created,
});

function readWrite({ workspaceId }: DriveConnection, input: JsonObject): z.output<typeof writeInput> {
  const read = readInput(writeInput, input, workspaceId);
  refuseLarge(read.content);
  return read;
}

export function refuseLarge(text: string): void {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new ToolFailure("invalid", `is larger than ${MAX_BYTES} bytes`, "/content");
}

/** Finds a file by name; throws if several have it. Drive allows that, and then it is unknown which one is meant. */
async function findByName(
  connection: DriveConnection,
  folderId: string,
  name: string,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  const q = `${quoted(folderId)} in parents and trashed = false and name = ${quoted(name)}`;
  const [file, second] = await listFiles(connection, signal, q, 2);
  if (second)
    throw new ToolFailure(
      "invalid",
      `There are several files named ${name}. Use google_drive_update with the id of one.`,
      "/name",
    );
  if (file && (file.mimeType === FOLDER || file.mimeType.startsWith(GOOGLE_FORMAT))) {
    throw new ToolFailure(
      "invalid",
      `${name} already exists and has a Google format that does not accept plain text.`,
      "/name",
    );
  }
  return file;
}
