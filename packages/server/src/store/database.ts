import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * The port to PostgreSQL, in process or as a server. Both adapters speak the same dialect; the differences are listed here, and
 * no caller checks `kind`.
 */
export interface Database {
  readonly kind: "pglite" | "pg";
  /** Typed statements; column names in camelCase, JSON columns as text, int8 as number. */
  readonly kysely: Kysely<Schema>;
  /**
   * Like `kysely`, without queueing behind lists and sweeps: for stops, rejections, health, heartbeats and execution endings.
   * Only for short statements on which a lease or a person's stop depends.
   */
  readonly urgent: Kysely<Schema>;
  /** Runs plain SQL text of several statements, for migrations. */
  script(sql: string): Promise<void>;
  /** Notifies every process on this database that something changed in a workspace; coalesces several calls into one. */
  notify(workspaceId: string): void;
  /** Calls `onChange` for each workspace that any process notified, and with `null` after a lost connection is restored. */
  listen(onChange: (workspaceId: string | null) => void): () => void;
  /** Finishes running statements, then releases files and connections. */
  close(): Promise<void>;
}
