import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";

export const MAX_FILE_BYTES = 1024 * 1024;

/** A file as currently stored. `version` is the token a reviewer approves: SHA-256 of the bytes, or `absent`. */
export type StoredFile =
  | { version: "absent" }
  | {
      version: string;
      bytes: Buffer;
      /** Null if the bytes are not UTF-8 text. */
      text: string | null;
      mode: number;
      /** Device and inode, equal for two names of one file. */
      identity: string;
    };

/**
 * Checks every folder on the path; undefined if something is missing. Refuses any symbolic link, even inside the root: a link
 * gives a file two names, and it could be redirected after the approval.
 */
export async function inspectPath(root: string, path: string, key: string): Promise<Stats | undefined> {
  let stats: Stats | undefined = await lstat(root);
  let walked = "";
  for (const name of path === "" ? [] : path.split("/")) {
    if (!stats.isDirectory()) throw new ToolFailure("invalid", `${walked} is not a folder`, `/${key}`);
    walked = walked === "" ? name : `${walked}/${name}`;
    stats = await lstat(join(root, walked)).catch(undefinedIfMissing);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) throw new ToolFailure("invalid", `${walked} is a symbolic link`, `/${key}`);
  }
  return stats;
}

export async function readStoredFile(root: string, path: string, key: string): Promise<StoredFile> {
  const found = await inspectPath(root, path, key);
  if (found === undefined) return { version: "absent" };
  if (!found.isFile())
    throw new ToolFailure("invalid", found.isDirectory() ? "is a folder" : "is not a regular file", `/${key}`);

  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    undefinedIfMissing,
  );
  if (handle === undefined) return { version: "absent" };
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new ToolFailure("invalid", "is not a regular file", `/${key}`);
    if (stats.size > MAX_FILE_BYTES) throw new ToolFailure("invalid", `is larger than ${MAX_FILE_BYTES} bytes`, `/${key}`);
    const bytes = await handle.readFile();
    return {
      version: versionOf(bytes),
      bytes,
      text: decodeText(bytes),
      mode: stats.mode & 0o777,
      identity: `${stats.dev}:${stats.ino}`,
    };
  } finally {
    await handle.close();
  }
}

export const versionOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Content as a reviewer sees it: the text, or size and SHA-256 of the bytes; null if there is no file. */
export function shownContent(file: StoredFile): Json {
  if (!("bytes" in file)) return null;
  return file.text ?? { bytes: file.bytes.length, sha256: file.version };
}

/** U+0000 counts as binary: text files hardly ever contain it, and many stores cannot keep it. */
function decodeText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
