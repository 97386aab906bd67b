import type { JsonObject } from "@countersign/protocol";
import type { TargetNow } from "../../../core/tool-port.ts";
import { filePath } from "./file-path.ts";
import { readStoredFile, shownContent } from "./stored-file.ts";

const SCHEME = "file:";

/** The path in a target that a tool of this connector named, checked again: a stored row may have been altered. */
export const pathOfTarget = (target: string): string => filePath({ path: target.slice(SCHEME.length) }, "path");

/** A file as it is now, for whoever watches what a waiting action would change. */
export async function readTarget(root: string, target: string): Promise<TargetNow> {
  const path = pathOfTarget(target);
  const file = await readStoredFile(root, path, "path");
  const current: JsonObject = { path, content: shownContent(file) };
  return { snapshot: file.version, current, isGone: file.version === "absent" };
}
