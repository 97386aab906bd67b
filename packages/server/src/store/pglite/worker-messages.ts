/** Messages to and from the database thread. All must be structured-cloneable. */
export interface WorkerStart {
  /** Data folder; in memory if absent. */
  folder?: string;
  /** Archived data folder for a database in memory. */
  archive?: Uint8Array;
  /** PGlite's compiled code, so that the databases of one process share it; compiled by the thread if absent. */
  code?: WebAssembly.Module;
  /** False only to prove that the durability commands detect it. */
  fsync: boolean;
  /** Module with `wrapDisk`, for the durability commands. */
  diskModule?: string;
}

export type WorkerRequest =
  | { id: number; do: "run"; text: string; parameters: readonly unknown[] }
  | { id: number; do: "dump" }
  | { id: number; do: "close" };

export interface WorkerResult {
  rows: Record<string, unknown>[];
  affectedRows: number;
  archive?: Uint8Array;
}

/** Fields of a PostgreSQL error that callers read. */
export interface WorkerError {
  message: string;
  fields: Record<string, string>;
}

export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "fatal"; message: string }
  | { kind: "result"; id: number; result: WorkerResult }
  | { kind: "error"; id: number; error: WorkerError };
