import fs from "node:fs";
import type { PGlite, postgresMod } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type PostgresMod = postgresMod.PostgresMod;

/** The part of Emscripten's file system for Node that this module changes. */
export interface NodeDisk {
  realPath(node: unknown): string;
  stream_ops: Record<string, (stream: DiskStream, ...rest: never[]) => unknown> & { fsync?: (stream: DiskStream) => number };
  node_ops: Record<string, (...args: never[]) => unknown>;
}

export interface DiskStream {
  /** File descriptor of the operating system. */
  nfd: number;
  node: unknown;
}

export interface DurableFsOptions {
  folder: string;
  /** Called when a sync fails; must not return. */
  onSyncError: (error: Error) => never;
  /** Wraps the disk for the commands that test durability. */
  wrapDisk?: (disk: NodeDisk, folder: string) => void;
}

/**
 * A file system whose writes reach the disk when PostgreSQL calls fsync; PGlite's own has no fsync and reports success. This
 * class uses Emscripten internals, so PGlite's version is pinned and every start checks `syncCount`.
 */
export class DurableFs extends NodeFS {
  syncCount = 0;
  readonly #options: DurableFsOptions;

  constructor(options: DurableFsOptions) {
    super(options.folder);
    this.#options = options;
  }

  override async init(pg: PGlite, options: Partial<PostgresMod>): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const patch = (module: PostgresMod): void => this.#patch(module);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), patch] } };
  }

  #patch(module: PostgresMod): void {
    const disk = module.FS.filesystems.NODEFS as unknown as NodeDisk;
    disk.stream_ops.fsync = (stream) => this.#sync(stream);
    this.#options.wrapDisk?.(disk, this.#options.folder);
  }

  #sync(stream: DiskStream): number {
    try {
      // fdatasync also writes the new size of a file that grew. Folders are synced here too, after a rename.
      fs.fdatasyncSync(stream.nfd);
    } catch (error) {
      // After a failed fsync the kernel may drop the pages and report success next time. Only a restart reads the disk.
      return this.#options.onSyncError(error instanceof Error ? error : new Error(String(error)));
    }
    this.syncCount += 1;
    return 0;
  }
}
