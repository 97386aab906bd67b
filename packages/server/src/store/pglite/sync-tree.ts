import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Syncs a folder and all its contents to disk, files before the folder that names them. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncFile(path));
  }
  await syncFile(folder);
}

/** Syncs a file or a folder. Windows cannot sync folders and keeps their names safe by itself. */
export async function syncFile(path: string): Promise<void> {
  let handle;
  try {
    handle = await open(path, "r");
    await handle.sync();
  } catch (error) {
    const isFolderOnWindows = process.platform === "win32" && ["EISDIR", "EPERM", "EACCES"].includes(readCode(error));
    if (!isFolderOnWindows) throw error;
  } finally {
    await handle?.close();
  }
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
