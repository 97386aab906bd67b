import { isJsonObject, type JsonObject, type TextEdit } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { readApproved, removeTemporary, replaceContent, type FileChange } from "./change-files.ts";
import { describeChange } from "./describe-change.ts";
import { applyEdits, wasEdited } from "./edit-text.ts";
import { filePath } from "./file-path.ts";
import { inputText } from "./input-text.ts";
import { MAX_FILE_BYTES, readStoredFile, versionOf, type StoredFile } from "./stored-file.ts";
import { written } from "./write-file.ts";

export const editFileTool = (root: string): ServerTool => ({
  definition: {
    name: "edit_file",
    title: "Edit a file",
    description:
      "Replaces parts of a text file, in order. Each `oldText` must occur exactly once in the file when it is applied.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the root folder, e.g. `notes/a.md`", minLength: 1, maxLength: 4096 },
        edits: {
          type: "array",
          minItems: 1,
          maxItems: 200,
          items: {
            type: "object",
            properties: { oldText: { type: "string", minLength: 1 }, newText: { type: "string" } },
            required: ["oldText", "newText"],
            additionalProperties: false,
          },
        },
      },
      required: ["path", "edits"],
      additionalProperties: false,
    },
    effect: "reconcilable",
    risk: 2,
    protectedKeys: ["path"],
  },
  approval: "required",

  async describe(input) {
    const path = filePath(input, "path");
    const edits = editsOf(input);
    const file = await readStoredFile(root, path, "path");
    const { text, content } = edited(file, edits);
    return describeChange({
      title: `Edit ${path}`,
      path,
      version: file.version,
      before: text,
      after: content.toString("utf8"),
      current: text,
    });
  },

  async execute(input, context) {
    const change: FileChange = { root, path: filePath(input, "path"), key: "path", context };
    const file = await readApproved(change);
    const { content, mode } = edited(file, editsOf(input));
    await replaceContent(change, content, mode);
    return written(change, content);
  },

  async lookup(input, context) {
    const change: FileChange = { root, path: filePath(input, "path"), key: "path", context };
    const file = await readStoredFile(root, change.path, "path");
    await removeTemporary(change);
    if (file.version === context.snapshot) return { happened: false };
    if (!("bytes" in file) || file.text === null) return { happened: "unknown" };
    const isApproved = (text: string): boolean => versionOf(Buffer.from(text, "utf8")) === context.snapshot;
    // A failed search proves nothing: the file may have changed again after the edits.
    return wasEdited(file.text, editsOf(input), isApproved) === true
      ? { happened: true, result: written(change, file.bytes) }
      : { happened: "unknown" };
  },
});

function edited(file: StoredFile, edits: readonly TextEdit[]): { text: string; content: Buffer; mode: number } {
  if (!("bytes" in file)) throw new ToolFailure("invalid", "does not exist", "/path");
  if (file.text === null) throw new ToolFailure("invalid", "is not UTF-8 text", "/path");
  const content = Buffer.from(applyEdits(file.text, edits), "utf8");
  if (content.length > MAX_FILE_BYTES)
    throw new ToolFailure("invalid", `would make the file larger than ${MAX_FILE_BYTES} bytes`, "/edits");
  return { text: file.text, content, mode: file.mode };
}

function editsOf(input: JsonObject): TextEdit[] {
  const edits = input["edits"];
  if (!Array.isArray(edits) || edits.length === 0) throw new ToolFailure("invalid", "must be a list of edits", "/edits");
  return edits.map((edit, index) => {
    if (!isJsonObject(edit)) throw new ToolFailure("invalid", "must be an object", `/edits/${index}`);
    const oldText = inputText(edit["oldText"], `/edits/${index}/oldText`);
    if (oldText === "") throw new ToolFailure("invalid", "must not be empty", `/edits/${index}/oldText`);
    return { oldText, newText: inputText(edit["newText"], `/edits/${index}/newText`) };
  });
}
