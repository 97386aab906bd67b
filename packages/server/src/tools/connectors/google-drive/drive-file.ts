import type { Json } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";
import { faultOfError, ServiceFault } from "../service-fault.ts";
import { askDrive, askDriveJson } from "./ask-drive.ts";
import type { DriveConnection } from "./settings.ts";

export interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  /** Changes with every change of the file. Drive has no conditional write, so the version is compared right before one. */
  version: string;
  /** Size in bytes as a decimal text; absent for Google's own formats. */
  size?: string;
  modifiedTime: string;
  webViewLink?: string;
  parents?: string[];
  trashed?: boolean;
  md5Checksum?: string;
  /** Properties that only our OAuth client can see. */
  appProperties?: Record<string, string>;
}

export const FILE_FIELDS = "id,name,mimeType,version,size,modifiedTime,webViewLink,parents,trashed,md5Checksum,appProperties";
export const FOLDER = "application/vnd.google-apps.folder";
export const GOOGLE_FORMAT = "application/vnd.google-apps.";
export const MAX_BYTES = 1024 * 1024;
/** Levels of parents to follow: deeper than real folders, and an end for cycles. */
const MAX_LEVELS = 20;

/** Property in which each attempt of an action leaves its key, so that the look-up finds its effect. */
const MARKER = "countersign";
export const markedBy = (idempotencyKey: string) => ({ [MARKER]: idempotencyKey });
export const isMarkedBy = ({ appProperties }: DriveFile, key: string): boolean => appProperties?.[MARKER] === key;

/** `path` is the JSON Pointer of the input field that contains the id, for faults. */
export async function getFile(connection: DriveConnection, id: string, signal: AbortSignal, path: string): Promise<DriveFile> {
  const query = { fields: FILE_FIELDS };
  const file = await askDriveJson<DriveFile>(connection, signal, { path: fileAt(id), query }).catch((error: unknown) => {
    throw error instanceof ServiceFault && error.kind === "not_found"
      ? new ServiceFault("not_found", error.message, { path })
      : error;
  });
  if (file.trashed) throw new ToolFailure("invalid", `${file.name} is in the trash`, path);
  return file;
}

export const fileAt = (id: string): string => `/drive/v3/files/${encodeURIComponent(id)}`;

interface FilePage {
  files: DriveFile[];
  nextPageToken?: string;
}

/** Lists one page. Drive sorts by relevance and takes no `orderBy` where `q` has a `fullText` term. */
export function listPage(
  connection: DriveConnection,
  signal: AbortSignal,
  { q, pageSize, orderBy, pageToken }: { q: string; pageSize: number; orderBy?: string; pageToken?: string | undefined },
): Promise<FilePage> {
  const fields = `nextPageToken,files(${FILE_FIELDS})`;
  const query = { q, fields, pageSize: String(pageSize), includeItemsFromAllDrives: "true" };
  return askDriveJson(connection, signal, {
    path: "/drive/v3/files",
    query: { ...query, ...(orderBy && { orderBy }), ...(pageToken && { pageToken }) },
  });
}

/** Lists up to `most` files by name. */
export async function listFiles(
  connection: DriveConnection,
  signal: AbortSignal,
  q: string,
  most: number,
): Promise<DriveFile[]> {
  const found: DriveFile[] = [];
  for (let pageToken: string | undefined = ""; pageToken !== undefined && found.length < most;) {
    const page: FilePage = await listPage(connection, signal, { q, pageSize: Math.min(most, 100), orderBy: "name", pageToken });
    found.push(...page.files);
    pageToken = page.nextPageToken;
  }
  return found.slice(0, most);
}

/** Quotes a text for a Drive query. */
export const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Refuses a file outside all allowed folders, at any depth. A file that was moved out is outside. */
export async function allowInside(
  connection: DriveConnection,
  parent: string | undefined,
  signal: AbortSignal,
  path: string,
): Promise<void> {
  let folder = parent;
  for (let level = 0; folder !== undefined && level < MAX_LEVELS; level += 1) {
    if (connection.settings.folders.includes(folder)) return;
    // An empty list allows nothing, so no request is needed.
    if (connection.settings.folders.length === 0) break;
    folder = (await getFile(connection, folder, signal, path)).parents?.[0];
  }
  const message =
    "is in none of the folders that this connection can use. An administrator can add one under Settings, Services.";
  throw new ToolFailure("forbidden", message, path);
}

/** Returns an allowed folder by its id; throws if it is outside the allowed folders or no folder. */
export async function getFolder(connection: DriveConnection, id: string, signal: AbortSignal): Promise<DriveFile> {
  if (!connection.settings.folders.includes(id)) await allowInside(connection, id, signal, "/folder_id");
  const folder = await getFile(connection, id, signal, "/folder_id");
  if (folder.mimeType !== FOLDER) throw new ToolFailure("invalid", `${folder.name} is not a folder`, "/folder_id");
  return folder;
}

/** Returns the file's text; null if it is too large, not UTF-8 or in a Google format. */
export async function readText(connection: DriveConnection, file: DriveFile, signal: AbortSignal): Promise<string | null> {
  if (file.mimeType.startsWith(GOOGLE_FORMAT) || Number(file.size ?? 0) > MAX_BYTES) return null;
  const response = await askDrive(connection, signal, { path: fileAt(file.id), query: { alt: "media" } });
  return decode(Buffer.from(await response.arrayBuffer().catch(throwFault)));
}

/** Content as a reviewer sees it: the text, or size and MD5 of the bytes. */
export async function shownContent(connection: DriveConnection, file: DriveFile, signal: AbortSignal): Promise<Json> {
  const text = await readText(connection, file, signal);
  return text ?? { bytes: Number(file.size ?? 0), md5: file.md5Checksum ?? null };
}

/** Decodes UTF-8, null if it is none or too large. U+0000 counts as binary, as everywhere on the gate. */
export function decode(bytes: Buffer): string | null {
  if (bytes.length > MAX_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function throwFault(error: unknown): never {
  throw faultOfError(error);
}
