import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { filePath, folderPath, TEMPORARY_NAME } from "./file-path.ts";
import { inspectPath, readStoredFile, shownContent } from "./stored-file.ts";

const MAX_ENTRIES = 1000;

/** Tools that change nothing and run without approval. */
export const readTools = (root: string): ServerTool[] => [readFileTool(root), listFilesTool(root)];

const readFileTool = (root: string): ServerTool => ({
  definition: {
    name: "read_file",
    title: "Read a file",
    description: "Reads one file of the folder. For a file that is not UTF-8 text, returns its size and SHA-256.",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string", description: "Relative to the root folder, e.g. `notes/a.md`", maxLength: 4096 } },
      required: ["path"],
      additionalProperties: false,
    },
    effect: "idempotent",
    risk: 0,
  },
  approval: "never",
  async describe(input) {
    const path = filePath(input, "path");
    return { preview: { title: `Read ${path}` }, target: `file:${path}` };
  },
  async execute(input) {
    const path = filePath(input, "path");
    const file = await readStoredFile(root, path, "path");
    if (file.version === "absent") throw new ToolFailure("invalid", "does not exist", "/path");
    return { path, content: shownContent(file), sha256: file.version };
  },
});

const listFilesTool = (root: string): ServerTool => ({
  definition: {
    name: "list_files",
    title: "List files",
    description: `Lists a folder by name, at most ${MAX_ENTRIES} entries. Symbolic links are listed but never followed.`,
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Folder relative to the root; default the root", maxLength: 4096 },
        recursive: { type: "boolean", description: "Include subfolders; default false" },
      },
      additionalProperties: false,
    },
    effect: "idempotent",
    risk: 0,
  },
  approval: "never",
  async describe(input) {
    return { preview: { title: `List ${folderPath(input, "path") || "the root folder"}` } };
  },
  async execute(input) {
    const path = folderPath(input, "path");
    const found = await inspectPath(root, path, "path");
    if (found === undefined) throw new ToolFailure("invalid", "does not exist", "/path");
    if (!found.isDirectory()) throw new ToolFailure("invalid", "is not a folder", "/path");
    const entries: JsonObject[] = [];
    const truncated = await listFolder(root, path, input["recursive"] === true, entries);
    return { path, entries, truncated };
  },
});

/** Lists depth first, so that truncation cuts the end of one sorted list. Returns whether entries were cut off. */
async function listFolder(root: string, folder: string, recursive: boolean, entries: JsonObject[]): Promise<boolean> {
  const inside = async (path: string): Promise<string[]> => {
    const names = (await readdir(join(root, path))).filter((name) => !TEMPORARY_NAME.test(name));
    return names
      .sort()
      .reverse()
      .map((name) => (path === "" ? name : `${path}/${name}`));
  };

  const waiting = await inside(folder);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (entries.length === MAX_ENTRIES) return true;
    // The file was removed after its folder was read.
    const stats = await lstat(join(root, path)).catch(() => undefined);
    if (stats === undefined) continue;
    if (stats.isDirectory()) entries.push({ path, kind: "folder" });
    else if (stats.isFile()) entries.push({ path, kind: "file", bytes: stats.size });
    else entries.push({ path, kind: stats.isSymbolicLink() ? "link" : "other" });
    if (stats.isDirectory() && recursive) waiting.push(...(await inside(path)));
  }
  return false;
}
