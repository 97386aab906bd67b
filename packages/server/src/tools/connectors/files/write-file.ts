import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { readApproved, removeTemporary, replaceContent, type FileChange } from "./change-files.ts";
import { describeChange } from "./describe-change.ts";
import { filePath } from "./file-path.ts";
import { inputText } from "./input-text.ts";
import { MAX_FILE_BYTES, readStoredFile, shownContent, versionOf } from "./stored-file.ts";

const NEW_FILE_MODE = 0o666;

export const writeFileTool = (root: string): ServerTool => ({
  definition: {
    name: "write_file",
    title: "Write a file",
    description: "Creates a file and its parent folders, or replaces the whole text of a file.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the root folder, e.g. `notes/a.md`", minLength: 1, maxLength: 4096 },
        content: { type: "string", description: "New file content" },
      },
      required: ["path", "content"],
      additionalProperties: false,
    },
    effect: "reconcilable",
    risk: 2,
    protectedKeys: ["path"],
  },
  approval: "required",

  async describe(input) {
    const path = filePath(input, "path");
    const content = contentOf(input);
    const file = await readStoredFile(root, path, "path");
    const absent = file.version === "absent";
    return describeChange({
      title: `${absent ? "Create" : "Overwrite"} ${path}`,
      path,
      version: file.version,
      before: "text" in file ? file.text : null,
      after: content.toString("utf8"),
      current: shownContent(file),
    });
  },

  async execute(input, context) {
    const change: FileChange = { root, path: filePath(input, "path"), key: "path", context };
    const content = contentOf(input);
    const file = await readApproved(change);
    await replaceContent(change, content, "mode" in file ? file.mode : NEW_FILE_MODE);
    return written(change, content);
  },

  async lookup(input, context) {
    const change: FileChange = { root, path: filePath(input, "path"), key: "path", context };
    const content = contentOf(input);
    const file = await readStoredFile(root, change.path, "path");
    await removeTemporary(change);
    if (file.version === versionOf(content)) return { happened: true, result: written(change, content) };
    return { happened: file.version === context.snapshot ? false : "unknown" };
  },
});

export const written = ({ path, context }: FileChange, content: Buffer): JsonObject => ({
  path,
  created: context.snapshot === "absent",
  bytes: content.length,
  sha256: versionOf(content),
});

function contentOf(input: JsonObject): Buffer {
  const content = Buffer.from(inputText(input["content"], "/content"), "utf8");
  if (content.length > MAX_FILE_BYTES) throw new ToolFailure("invalid", `is larger than ${MAX_FILE_BYTES} bytes`, "/content");
  return content;
}
