import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { readApproved, removeFile, type FileChange } from "./change-files.ts";
import { countLines } from "./describe-change.ts";
import { filePath } from "./file-path.ts";
import { readStoredFile, shownContent } from "./stored-file.ts";

export const deleteFileTool = (root: string): ServerTool => ({
  definition: {
    name: "delete_file",
    title: "Delete a file",
    description: "Deletes one file for good. Folders are not deleted.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the root folder, e.g. `notes/a.md`", minLength: 1, maxLength: 4096 },
      },
      required: ["path"],
      additionalProperties: false,
    },
    effect: "reconcilable",
    risk: 5,
    protectedKeys: ["path"],
  },
  approval: "required",

  async describe(input) {
    const path = filePath(input, "path");
    const file = await readStoredFile(root, path, "path");
    if (!("bytes" in file)) throw new ToolFailure("invalid", "does not exist", "/path");
    const size = file.text === null ? `${file.bytes.length} bytes` : countLines(file.text);
    return {
      preview: { title: `Delete ${path}`, summary: `Deletes ${size}. No backup is kept.` },
      target: `file:${path}`,
      snapshot: file.version,
      current: { path, content: shownContent(file) },
      proposed: { path, content: null },
    };
  },

  async execute(input, context) {
    const change: FileChange = { root, path: filePath(input, "path"), key: "path", context };
    await readApproved(change);
    context.signal.throwIfAborted();
    await removeFile(change);
    return { path: change.path, deleted: true };
  },

  async lookup(input, context) {
    const path = filePath(input, "path");
    const file = await readStoredFile(root, path, "path");
    if (file.version === "absent") return { happened: true, result: { path, deleted: true } };
    return { happened: file.version === context.snapshot ? false : "unknown" };
  },
});
