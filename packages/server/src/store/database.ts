import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * The port to PostgreSQL, in process or as a server. Both adapters speak the same dialect; what differs is named here and
 * nowhere asked further down.
 */
export interface Database {
  readonly kind: "pglite" | "pg";
  /** Typed statements; column names in camelCase, JSON columns as text, int8 as number. */
  readonly kysely: Kysely<Schema>;
  /**
   * The same for what must not wait behind lists and sweeps: a stop, a rejection, health, heartbeats and endings. Short
   * statements on which a lease or a person's "stop" depends; nothing else belongs here.
   */
  readonly urgent: Kysely<Schema>;
  /** Runs plain SQL text of several statements, for migrations. */
  script(sql: string): Promise<void>;
  /** Tells every process on this database that something changed in a workspace; several calls are sent as one. */
  notify(workspaceId: string): void;
  /** Called for every workspace another process or this one notified; also with `null` after a lost connection came back. */
  listen(onChange: (workspaceId: string | null) => void): () => void;
  /** Finishes what runs, then lets go of files and connections. */
  close(): Promise<void>;
}
