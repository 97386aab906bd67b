import fs from "node:fs";
import type { PGlite, postgresMod } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type PostgresMod = postgresMod.PostgresMod;

/** The part of Emscripten's file system for Node that we change. */
export interface NodeDisk {
  realPath(node: unknown): string;
  stream_ops: Record<string, (stream: DiskStream, ...rest: never[]) => unknown> & { fsync?: (stream: DiskStream) => number };
  node_ops: Record<string, (...args: never[]) => unknown>;
}

export interface DiskStream {
  /** The descriptor of the operating system. */
  nfd: number;
  node: unknown;
}

export interface DurableFsOptions {
  folder: string;
  /** Called when the disk did not take the data; must not return. */
  onSyncError: (error: Error) => never;
  /** Changes the disk further, for the commands that test durability. */
  wrapDisk?: (disk: NodeDisk, folder: string) => void;
}

/**
 * A folder whose writes reach the disk when PostgreSQL says so. As shipped, PGlite's file system has no fsync at all and
 * answers "done". This reaches into Emscripten's internals, so PGlite's version is pinned and every start checks the count.
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
      // Enough also for a file that grew: its new size is written with it. Folders come here too, after a rename.
      fs.fdatasyncSync(stream.nfd);
    } catch (error) {
      // After a failed fsync the kernel may drop the pages and call the next one a success. Only a restart reads the truth.
      return this.#options.onSyncError(error instanceof Error ? error : new Error(String(error)));
    }
    this.syncCount += 1;
    return 0;
  }
}
