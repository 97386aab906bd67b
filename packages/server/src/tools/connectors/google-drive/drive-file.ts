import type { Json } from "@countersign/protocol";
import { ToolFailure } from "../../../core/tool-port.ts";
import { faultOfError, ServiceFault } from "../service-fault.ts";
import { askDrive, askDriveJson } from "./ask-drive.ts";
import type { DriveConnection } from "./settings.ts";

export interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  /** Moves with every change; Drive has no condition on a write, so it is compared right before one. */
  version: string;
  /** Bytes as a decimal; not there for Google's own formats. */
  size?: string;
  modifiedTime: string;
  webViewLink?: string;
  parents?: string[];
  trashed?: boolean;
  md5Checksum?: string;
  /** Seen by our OAuth client only. */
  appProperties?: Record<string, string>;
}

export const FILE_FIELDS = "id,name,mimeType,version,size,modifiedTime,webViewLink,parents,trashed,md5Checksum,appProperties";
export const FOLDER = "application/vnd.google-apps.folder";
export const GOOGLE_FORMAT = "application/vnd.google-apps.";
export const MOST_BYTES = 1024 * 1024;
/** Deeper than any folder people keep; a circle ends here too. */
const MOST_LEVELS = 20;

/** Where each attempt of one action leaves its key, so that the look-up finds what it did. */
const MARKER = "countersign";
export const markedBy = (idempotencyKey: string) => ({ [MARKER]: idempotencyKey });
export const isMarkedBy = ({ appProperties }: DriveFile, key: string): boolean => appProperties?.[MARKER] === key;

/** `path` names the input that holds the id, for faults. */
export async function getFile(connection: DriveConnection, id: string, signal: AbortSignal, path: string): Promise<DriveFile> {
  const query = { fields: FILE_FIELDS };
  const file = await askDriveJson<DriveFile>(connection, signal, { path: fileAt(id), query }).catch((error: unknown) => {
    throw error instanceof ServiceFault && error.kind === "not_found"
      ? new ServiceFault("not_found", error.message, { path })
      : error;
  });
  if (file.trashed) throw new ToolFailure("invalid", `${file.name} is in the bin`, path);
  return file;
}

export const fileAt = (id: string): string => `/drive/v3/files/${encodeURIComponent(id)}`;

export async function listFiles(
  connection: DriveConnection,
  signal: AbortSignal,
  q: string,
  most: number,
): Promise<DriveFile[]> {
  const found: DriveFile[] = [];
  for (let pageToken: string | undefined = ""; pageToken !== undefined && found.length < most;) {
    const page: { files: DriveFile[]; nextPageToken?: string } = await askDriveJson(connection, signal, {
      path: "/drive/v3/files",
      query: {
        q,
        fields: `nextPageToken,files(${FILE_FIELDS})`,
        pageSize: String(Math.min(most, 100)),
        orderBy: "name",
        includeItemsFromAllDrives: "true",
        ...(pageToken && { pageToken }),
      },
    });
    found.push(...page.files);
    pageToken = page.nextPageToken;
  }
  return found.slice(0, most);
}

/** Text within a query. */
export const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Refuses what is in none of the folders of the list, at any depth; a file that was moved out is not in one any more. */
export async function allowInside(
  connection: DriveConnection,
  parent: string | undefined,
  signal: AbortSignal,
  path: string,
): Promise<void> {
  let folder = parent;
  for (let level = 0; folder !== undefined && level < MOST_LEVELS; level += 1) {
    if (connection.settings.folders.includes(folder)) return;
    // Without an entry nothing is allowed, so nobody is asked.
    if (connection.settings.folders.length === 0) break;
    folder = (await getFile(connection, folder, signal, path)).parents?.[0];
  }
  const message = "is in none of the folders this connection may use. An administrator can add one under Connections.";
  throw new ToolFailure("forbidden", message, path);
}

/** A folder by its id, within the list. */
export async function getFolder(connection: DriveConnection, id: string, signal: AbortSignal): Promise<DriveFile> {
  if (!connection.settings.folders.includes(id)) await allowInside(connection, id, signal, "/folder_id");
  const folder = await getFile(connection, id, signal, "/folder_id");
  if (folder.mimeType !== FOLDER) throw new ToolFailure("invalid", `${folder.name} is not a folder`, "/folder_id");
  return folder;
}

/** The file's text; `null` where it has none that could be shown: too large, not UTF-8, a format of Google's. */
export async function readText(connection: DriveConnection, file: DriveFile, signal: AbortSignal): Promise<string | null> {
  if (file.mimeType.startsWith(GOOGLE_FORMAT) || Number(file.size ?? 0) > MOST_BYTES) return null;
  const response = await askDrive(connection, signal, { path: fileAt(file.id), query: { alt: "media" } });
  return decode(Buffer.from(await response.arrayBuffer().catch(throwFault)));
}

/** What a reviewer is shown of a file's content: its text, or what names its bytes. */
export async function shownContent(connection: DriveConnection, file: DriveFile, signal: AbortSignal): Promise<Json> {
  const text = await readText(connection, file, signal);
  return text ?? { bytes: Number(file.size ?? 0), md5: file.md5Checksum ?? null };
}

/** U+0000 counts as binary, as everywhere on the gate. */
export function decode(bytes: Buffer): string | null {
  if (bytes.length > MOST_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function throwFault(error: unknown): never {
  throw faultOfError(error);
}
