import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { moveFile, readApproved, type FileChange } from "./change-files.ts";
import { filePath } from "./file-path.ts";
import { readStoredFile, shownContent, type StoredFile } from "./stored-file.ts";

export const moveFileTool = (root: string): ServerTool => ({
  definition: {
    name: "move_file",
    title: "Move a file",
    description: "Moves or renames one file and creates missing folders. Nothing is overwritten.",
    inputSchema: {
      type: "object",
      properties: {
        from: { type: "string", description: "Relative to the root folder", minLength: 1, maxLength: 4096 },
        to: {
          type: "string",
          description: "Relative to the root folder; must not exist yet",
          minLength: 1,
          maxLength: 4096,
        },
      },
      required: ["from", "to"],
      additionalProperties: false,
    },
    effect: "reconcilable",
    risk: 3,
    protectedKeys: ["from"],
  },
  approval: "required",

  async describe(input) {
    const [from, to] = [filePath(input, "from"), filePath(input, "to")];
    if (from === to) throw new ToolFailure("invalid", "is where the file already is", "/to");
    const [source, destination] = [await readStoredFile(root, from, "from"), await readStoredFile(root, to, "to")];
    if (source.version === "absent") throw new ToolFailure("invalid", "does not exist", "/from");
    if (destination.version !== "absent" && !isSameFile(source, destination)) {
      throw new ToolFailure("invalid", "already exists", "/to");
    }
    return {
      preview: { title: `Move ${from} to ${to}`, summary: "Content unchanged" },
      target: `file:${from}`,
      snapshot: source.version,
      current: { path: from, content: shownContent(source) },
      proposed: { path: to, content: shownContent(source) },
    };
  },

  async execute(input, context) {
    const [from, to] = [filePath(input, "from"), filePath(input, "to")];
    const change: FileChange = { root, path: from, key: "from", context };
    const source = await readApproved(change);
    const destination = await readStoredFile(root, to, "to");
    await moveFile(change, to, isSameFile(source, destination));
    return { from, to, sha256: source.version };
  },

  async lookup(input, context) {
    const [from, to] = [filePath(input, "from"), filePath(input, "to")];
    const [source, destination] = [await readStoredFile(root, from, "from"), await readStoredFile(root, to, "to")];
    if (source.version === "absent" && destination.version === context.snapshot) {
      return { happened: true, result: { from, to, sha256: destination.version } };
    }
    const untouched = destination.version === "absent" || isSameFile(source, destination);
    return { happened: source.version === context.snapshot && untouched ? false : "unknown" };
  },
});

/** Detects two names of one file, left by a move that crashed between its two steps. */
const isSameFile = (source: StoredFile, destination: StoredFile): boolean =>
  "identity" in source && "identity" in destination && source.identity === destination.identity;
