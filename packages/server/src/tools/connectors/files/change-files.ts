import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExecutionContext } from "../../../ports/tool.ts";
import { ToolFailure } from "../../../ports/tool.ts";
import { inspectPath, readStoredFile, type StoredFile } from "./stored-file.ts";

/** One approved change of one file: its path and the version the reviewer saw. */
export interface FileChange {
  root: string;
  path: string;
  /** Key of the input field that contains the path, for faults. */
  key: string;
  context: ExecutionContext;
}

/** Reads the file; throws `stale` unless it is still the approved version. */
export async function readApproved({ root, path, key, context }: FileChange): Promise<StoredFile> {
  const file = await readStoredFile(root, path, key).catch((error: unknown) => {
    // A folder, a link or a huge file now stands where the approved version was.
    throw error instanceof ToolFailure ? new ToolFailure("stale", `${path}: ${error.message}`, `/${key}`) : error;
  });
  if (file.version !== context.snapshot) throw new ToolFailure("stale", `${path} changed since the proposal`, `/${key}`);
  return file;
}

/**
 * Replaces the whole content atomically and durably. A new file is linked instead of renamed, so that a file created in the
 * meantime is never overwritten.
 */
export async function replaceContent(change: FileChange, content: Buffer, mode: number): Promise<void> {
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
    // Checks the version again right before the rename, to keep the race with other writers short.
    await readApproved(change);
    if (context.snapshot === "absent") await linkNew(temporary, join(root, path), change);
    else await rename(temporary, join(root, path));
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
}

export async function removeFile(change: FileChange): Promise<void> {
  await unlink(join(change.root, change.path));
  await syncFolder(dirname(join(change.root, change.path)));
}

/** Moves in two steps. A crash in between leaves both names of the file; the next attempt then takes the second step. */
export async function moveFile(change: FileChange, to: string, alreadyLinked: boolean): Promise<void> {
  const { root, path, context } = change;
  const folder = await makeFolders(root, dirname(to) === "." ? "" : dirname(to), "to");
  context.signal.throwIfAborted();
  if (!alreadyLinked) await linkNew(join(root, path), join(root, to), { ...change, path: to, key: "to" });
  await syncFolder(folder);
  await removeFile(change);
}

/** Removes the temporary file of a crashed attempt. The path was checked before, so this stays inside the root. */
export const removeTemporary = ({ root, path, context }: FileChange): Promise<void> =>
  rm(temporaryPath(root, path, context), { force: true });

/** Every attempt of an action uses the same name, so temporary files do not accumulate. */
function temporaryPath(root: string, path: string, context: ExecutionContext): string {
  const name = createHash("sha256").update(`${context.workspaceId}/${context.idempotencyKey}`).digest("hex").slice(0, 24);
  return join(root, dirname(path), `.countersign-${name}.tmp`);
}

async function linkNew(from: string, to: string, { path, key }: FileChange): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new ToolFailure("stale", `${path} now exists`, `/${key}`) : error;
  });
}

/** Creates the folders of the path one by one; `recursive` would follow a symbolic link. */
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

/** Makes a rename durable, which requires a sync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
