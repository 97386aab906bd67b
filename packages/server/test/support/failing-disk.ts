import { existsSync } from "node:fs";
import type { NodeDisk } from "../../src/store/pglite/durable-fs.ts";

const NO_FILE = 2 ** 30;

/** A disk whose fsync fails while a file `disk-fails` lies beside the data folder. Loaded by the database's thread. */
export function wrapDisk(disk: NodeDisk, folder: string): void {
  const { fsync } = disk.stream_ops;
  if (!fsync) throw new Error("the disk has no fsync to fail");
  disk.stream_ops.fsync = (stream) => fsync(existsSync(`${folder}/../disk-fails`) ? { ...stream, nfd: NO_FILE } : stream);
}
