import { randomBytes } from "node:crypto";
import { askDriveJson } from "./ask-drive.ts";
import { fileAt, FILE_FIELDS, type DriveFile } from "./drive-file.ts";
import type { DriveConnection } from "./settings.ts";

export interface Upload {
  /** The file to overwrite; a new file is created if undefined. */
  id?: string;
  metadata: { name?: string; parents?: string[]; mimeType?: string; appProperties: Record<string, string> };
  content?: { text: string; mimeType: string };
}

/** Sends metadata and content in one request, so that the write is atomic. */
export function upload(
  connection: DriveConnection,
  signal: AbortSignal,
  { id, metadata, content }: Upload,
): Promise<DriveFile> {
  const method = id === undefined ? "POST" : "PATCH";
  const at = id === undefined ? "/drive/v3/files" : fileAt(id);
  const json = Buffer.from(JSON.stringify(metadata));
  if (content === undefined) {
    return askDriveJson(connection, signal, {
      method,
      path: at,
      query: { fields: FILE_FIELDS },
      body: { type: "application/json; charset=UTF-8", bytes: json },
    });
  }
  const boundary = randomBytes(24).toString("hex");
  const head = (type: string): Buffer => Buffer.from(`--${boundary}\r\ncontent-type: ${type}\r\n\r\n`);
  const bytes = Buffer.concat([
    head("application/json; charset=UTF-8"),
    json,
    Buffer.from("\r\n"),
    head(content.mimeType),
    Buffer.from(content.text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return askDriveJson(connection, signal, {
    method,
    path: `/upload${at}`,
    query: { uploadType: "multipart", fields: FILE_FIELDS },
    body: { type: `multipart/related; boundary=${boundary}`, bytes },
  });
}
