/** What the thread that holds the database is told, and what it answers. Everything here passes a structured clone. */
export interface WorkerStart {
  /** Where the data lives; in memory when absent. */
  folder?: string;
  /** A data folder as an archive, to start a database in memory from. */
  archive?: Uint8Array;
  /** Off only to show that the durability commands notice. */
  fsync: boolean;
  /** A module with `wrapDisk`, for the durability commands. */
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

/** The fields of PostgreSQL's error that callers look at. */
export interface WorkerError {
  message: string;
  fields: Record<string, string>;
}

export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "fatal"; message: string }
  | { kind: "result"; id: number; result: WorkerResult }
  | { kind: "error"; id: number; error: WorkerError };
