import type { JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";

/** The server's own temporary files, which no call may name. */
export const TEMPORARY_NAME = /^\.countersign-[0-9a-f]+\.tmp$/;

/**
 * Reads a path of the input and normalises it to the form targets use: relative to the root, with `/` between folders. Refuses
 * `..` even if it stays inside, so that a reviewer never has to work out where a path leads.
 */
export function filePath(input: JsonObject, key: string): string {
  const path = folderPath(input, key);
  if (path === "") throw new ToolFailure("invalid", "must name a file", `/${key}`);
  return path;
}

/** Like `filePath`, but a missing path, `.` or an empty text is the root itself. */
export function folderPath(input: JsonObject, key: string): string {
  const given = input[key] ?? "";
  const refuse = (message: string): never => {
    throw new ToolFailure("invalid", message, `/${key}`);
  };
  if (typeof given !== "string") return refuse("must be text");
  if (given.includes("\0")) return refuse("must not contain U+0000");
  if (given.includes("\\")) return refuse("must separate folders with `/`, not with a backslash");
  if (given.startsWith("/") || /^[A-Za-z]:/.test(given)) return refuse("must be relative to the root folder");
  const names = given.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) return refuse("must not contain `..`");
  if (names.some((name) => TEMPORARY_NAME.test(name))) return refuse("is a name reserved for the server");
  return names.join("/");
}
