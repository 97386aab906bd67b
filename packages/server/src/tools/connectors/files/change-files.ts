import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExecutionContext } from "../../../core/tool-port.ts";
import { ToolFailure } from "../../../core/tool-port.ts";
import { inspectPath, readStoredFile, type StoredFile } from "./stored-file.ts";

/** One approved change of one file: where, and the version the reviewer saw. */
export interface Change {
  root: string;
  path: string;
  /** Key of the input that holds the path, for faults. */
  key: string;
  context: ExecutionContext;
}

/** Reads the file and goes on only if it is still the version that was approved. */
export async function readApproved({ root, path, key, context }: Change): Promise<StoredFile> {
  const file = await readStoredFile(root, path, key).catch((error: unknown) => {
    // A folder, a link or a huge file now stands where the approved version was.
    throw error instanceof ToolFailure ? new ToolFailure("stale", `${path}: ${error.message}`, `/${key}`) : error;
  });
  if (file.version !== context.snapshot) throw new ToolFailure("stale", `${path} changed since it was proposed`, `/${key}`);
  return file;
}

/**
 * Puts the whole content in place at once and on disk, or nothing. A new file is linked, not renamed, so that one that
 * somebody made meanwhile is never overwritten.
 */
export async function replaceContent(change: Change, content: Buffer, mode: number): Promise<void> {
  const { root, path, context } = change;
  const folder = await makeFolders(root, dirname(path) === "." ? "" : dirname(path), change.key);
  const temporary = temporaryPath(root, path, context);
  await rm(temporary, { force: true });
  try {
    const handle = await open(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      mode,
    );
    try {
      await handle.writeFile(content);
      if (context.snapshot !== "absent") await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    context.signal.throwIfAborted();
    // Once more, now that only the rename is left: as short a time as can be for others to write in.
    await readApproved(change);
    if (context.snapshot === "absent") await linkNew(temporary, join(root, path), change);
    else await rename(temporary, join(root, path));
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
}

export async function removeFile(change: Change): Promise<void> {
  await unlink(join(change.root, change.path));
  await syncFolder(dirname(join(change.root, change.path)));
}

/** Two steps, and a crash between them leaves two names of one file; running it again then takes the second step. */
export async function moveFile(change: Change, to: string, alreadyLinked: boolean): Promise<void> {
  const { root, path, context } = change;
  const folder = await makeFolders(root, dirname(to) === "." ? "" : dirname(to), "to");
  context.signal.throwIfAborted();
  if (!alreadyLinked) await linkNew(join(root, path), join(root, to), { ...change, path: to, key: "to" });
  await syncFolder(folder);
  await removeFile(change);
}

/** Removes what an attempt that died left beside the target; for a path that was looked at, so it stays inside the root. */
export const removeTemporary = ({ root, path, context }: Change): Promise<void> =>
  rm(temporaryPath(root, path, context), { force: true });

/** The same name for every attempt of one action, so nothing piles up. */
function temporaryPath(root: string, path: string, context: ExecutionContext): string {
  const name = createHash("sha256").update(`${context.workspaceId}/${context.idempotencyKey}`).digest("hex").slice(0, 24);
  return join(root, dirname(path), `.countersign-${name}.tmp`);
}

async function linkNew(from: string, to: string, { path, key }: Change): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new ToolFailure("stale", `${path} is there now`, `/${key}`) : error;
  });
}

/** Makes the folders of the path one by one; `recursive` would walk through a symbolic link. */
async function makeFolders(root: string, path: string, key: string): Promise<string> {
  const names = path === "" ? [] : path.split("/");
  for (let count = 1; count <= names.length; count++) {
    const part = names.slice(0, count).join("/");
    if ((await inspectPath(root, part, key)) !== undefined) continue;
    await mkdir(join(root, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await syncFolder(dirname(join(root, part)));
  }
  const folder = await inspectPath(root, path, key);
  if (folder?.isDirectory() !== true) throw new ToolFailure("invalid", `${path} is not a folder`, `/${key}`);
  return join(root, path);
}

/** A rename is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
