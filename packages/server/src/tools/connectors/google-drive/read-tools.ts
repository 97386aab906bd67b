import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { ownWorkspace } from "../read-input.ts";
import { readTool } from "../read-tool.ts";
import { allowInside, FOLDER, getFile, getFolder, listFiles, listPage, quoted, type DriveFile } from "./drive-file.ts";
import { findUnreadable, importText } from "./import-text.ts";
import type { DriveConnection } from "./settings.ts";

/** Entries of one page. */
const PAGE = 50;
/** Allowed folders in one page; each is a request. */
const ROOTS_PAGE = 20;
/** Most folders that one search covers. Drive cannot search a folder with everything below it, so the query names each folder. */
const MAX_FOLDERS = 100;
/** Characters of a file's text in one answer. */
const MAX_TEXT = 50_000;

const id = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/);
const cursor = z.string().min(1).max(2000).optional().describe("`nextCursor` of the previous response");

const searchInput = z.strictObject({
  ...ownWorkspace,
  query: z.string().min(1).max(200).regex(/\S/).describe("Words in the name or content"),
  folder_id: id.optional().describe("This folder and everything below it; default: all allowed folders"),
  cursor,
});
const listInput = z.strictObject({
  ...ownWorkspace,
  folder_id: id.optional().describe("Default: all allowed folders"),
  cursor,
});
const getInput = z.strictObject({
  ...ownWorkspace,
  file_id: id,
  offset: z.int().min(0).max(10_000_000).default(0).describe("Position in the text; `nextOffset` of the previous response"),
});

/** Tools by which an agent finds files and folders, and reads back what it wrote. */
export const driveReadTools = (connection: DriveConnection): ServerTool[] => [
  searchTool(connection),
  listTool(connection),
  getTool(connection),
];

const searchTool = (connection: DriveConnection): ServerTool =>
  readTool({
    name: "google_drive_search",
    title: "Search Google Drive",
    description: `Finds files in Google Drive by words of name or content, best match first, ${PAGE} at a time. Covers ${MAX_FOLDERS} folders; where \`complete\` is false, name a folder further down.`,
    input: searchInput,
    workspaceId: connection.workspaceId,
    say: ({ query }) => `Search Google Drive for “${query}”`,
    async read({ query, folder_id: folderId, cursor: pageToken }, signal) {
      const { folders, complete } = await findFolders(connection, folderId, signal);
      if (folders.length === 0) return { items: [], nextCursor: null, complete };
      const q = `fullText contains ${quoted(query)} and trashed = false and (${inAny(folders)})`;
      const { files, nextPageToken = null } = await listPage(connection, signal, { q, pageSize: PAGE, pageToken });
      return { items: files.map(shortFile), nextCursor: nextPageToken, complete };
    },
  });

const listTool = (connection: DriveConnection): ServerTool =>
  readTool({
    name: "google_drive_list",
    title: "List a Google Drive folder",
    description: `Lists the files and folders in a Google Drive folder by name, ${PAGE} at a time. Without a folder, lists the allowed folders.`,
    input: listInput,
    workspaceId: connection.workspaceId,
    say: ({ folder_id: folderId }) =>
      folderId === undefined ? "List the allowed Google Drive folders" : `List the Google Drive folder ${folderId}`,
    async read({ folder_id: folderId, cursor: pageToken }, signal) {
      if (folderId === undefined) return listRoots(connection, pageToken, signal);
      await getFolder(connection, folderId, signal);
      const q = `${quoted(folderId)} in parents and trashed = false`;
      const page = await listPage(connection, signal, { q, orderBy: "name", pageSize: PAGE, pageToken });
      return { items: page.files.map(shortFile), nextCursor: page.nextPageToken ?? null };
    },
  });

const getTool = (connection: DriveConnection): ServerTool =>
  readTool({
    name: "google_drive_get",
    title: "Read a Google Drive file",
    description: `Reads one file of Google Drive: its metadata, and its text ${MAX_TEXT} characters at a time. Google documents are read as Markdown, tables as CSV.`,
    input: getInput,
    workspaceId: connection.workspaceId,
    say: ({ file_id: fileId }) => `Read the Google Drive file ${fileId}`,
    async read({ file_id: fileId, offset }, signal) {
      const isRoot = connection.settings.folders.includes(fileId);
      const file = await getFile(connection, fileId, signal, "/file_id");
      if (!isRoot) await allowInside(connection, file.parents?.[0], signal, "/file_id");
      // The folder of an allowed folder may lie outside.
      const facts = { ...shortFile(file), folderId: isRoot ? null : (file.parents?.[0] ?? null) };
      const unreadable = file.mimeType === FOLDER ? "This is a folder. List it instead." : findUnreadable(file);
      if (unreadable !== undefined) return { ...facts, text: null, unreadable, nextOffset: null };
      const text = await importText(connection, file, signal);
      if (text === null)
        return { ...facts, text: null, unreadable: "The file is not UTF-8 text or is too large.", nextOffset: null };
      const end = endOfPart(text, offset);
      return { ...facts, text: text.slice(offset, end), nextOffset: end < text.length ? end : null };
    },
  });

/** Lists the folders of the settings. A folder that is gone is left out. */
async function listRoots(connection: DriveConnection, cursorText: string | undefined, signal: AbortSignal) {
  const start = cursorText === undefined ? 0 : Number(cursorText);
  if (!Number.isSafeInteger(start) || start < 0) throw new ToolFailure("invalid", "is not a cursor of this tool", "/cursor");
  const { folders } = connection.settings;
  const items: JsonObject[] = [];
  for (const folder of folders.slice(start, start + ROOTS_PAGE)) {
    const found = await getFile(connection, folder, signal, "/folder_id").catch(onlyGone);
    if (found) items.push(shortFile(found));
  }
  const end = start + ROOTS_PAGE;
  return { items, nextCursor: end < folders.length ? String(end) : null };
}

/** Finds the ids of a folder, or of all allowed ones, and of every folder below, breadth first, at most `MAX_FOLDERS`. */
async function findFolders(connection: DriveConnection, folderId: string | undefined, signal: AbortSignal) {
  const roots = folderId === undefined ? connection.settings.folders : [(await getFolder(connection, folderId, signal)).id];
  const found = new Set(roots.slice(0, MAX_FOLDERS));
  let complete = roots.length <= MAX_FOLDERS;
  for (let level = [...found]; level.length > 0 && complete;) {
    const q = `mimeType = ${quoted(FOLDER)} and trashed = false and (${inAny(level)})`;
    const inside = (await listFiles(connection, signal, q, MAX_FOLDERS + 1)).filter((folder) => !found.has(folder.id));
    const room = MAX_FOLDERS - found.size;
    complete = inside.length <= room;
    level = inside.slice(0, room).map((folder) => folder.id);
    for (const each of level) found.add(each);
  }
  return { folders: [...found], complete };
}

const inAny = (folders: readonly string[]): string => folders.map((each) => `${quoted(each)} in parents`).join(" or ");

/** End of the part that begins at `offset`, not inside a surrogate pair. */
function endOfPart(text: string, offset: number): number {
  const end = Math.min(text.length, offset + MAX_TEXT);
  return end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

const shortFile = (file: DriveFile) => ({
  id: file.id,
  name: file.name,
  kind: file.mimeType === FOLDER ? "folder" : "file",
  mimeType: file.mimeType,
  bytes: file.size === undefined ? null : Number(file.size),
  modifiedAt: file.modifiedTime,
  version: file.version,
  url: file.webViewLink ?? null,
});

function onlyGone(error: unknown): undefined {
  const { kind, code } = error as { kind?: string; code?: string };
  // The second is a folder in the bin.
  if (kind === "not_found" || (error instanceof ToolFailure && code === "invalid")) return undefined;
  throw error;
}
