import type { JsonObject } from "@countersign/protocol";
import type { TargetNow } from "../../../ports/tool.ts";
import { filePath } from "./file-path.ts";
import { readStoredFile, shownContent } from "./stored-file.ts";

const SCHEME = "file:";

/** Returns the path in a target of this connector. The path is validated again, because a stored row may have been altered. */
export const pathOfTarget = (target: string): string => filePath({ path: target.slice(SCHEME.length) }, "path");

/** Reads the current file, for watching the target of a waiting action. */
export async function readTarget(root: string, target: string): Promise<TargetNow> {
  const path = pathOfTarget(target);
  const file = await readStoredFile(root, path, "path");
  const current: JsonObject = { path, content: shownContent(file) };
  return { snapshot: file.version, current, isGone: file.version === "absent" };
}
