import type { NodeDisk } from "../../src/store/pglite/durable-fs.ts";

/** A disk on which fsync has no effect, as in PGlite as shipped. Loaded by the database's thread. */
export function wrapDisk(disk: NodeDisk): void {
  disk.stream_ops.fsync = () => 0;
}
