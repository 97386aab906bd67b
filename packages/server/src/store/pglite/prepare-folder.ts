import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { lockFolder } from "./lock-folder.ts";
import { checkStamp, writeStamp } from "./stamp.ts";
import { syncFile, syncTree } from "./sync-tree.ts";
import { WorkerLink } from "./worker-link.ts";

export interface PreparedFolder {
  dataFolder: string;
  release(): Promise<void>;
}

/**
 * Locks the folder and ensures that it contains a complete database. The first start builds it under a temporary name, syncs
 * and renames it, so an interrupted start leaves nothing that looks like a database.
 */
export async function prepareFolder(path: string): Promise<PreparedFolder> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  const release = await lockFolder(folder);
  try {
    const dataFolder = join(folder, "data");
    if ((await readdir(folder)).includes("data")) await checkStamp(folder, dataFolder);
    else await createData(folder, dataFolder);
    return { dataFolder, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function createData(folder: string, dataFolder: string): Promise<void> {
  const unfinished = join(folder, "data.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  const link = await WorkerLink.start({ folder: unfinished, fsync: false }, () => undefined);
  await link.close();
  await syncTree(unfinished);
  await writeStamp(folder, unfinished);
  await rename(unfinished, dataFolder);
  await syncFile(folder);
}
