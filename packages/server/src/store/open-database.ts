import type { Database } from "./database.ts";
import { openPg } from "./pg/open-pg.ts";
import { openPglite } from "./pglite/open-pglite.ts";

export interface DatabaseOptions {
  /** A PostgreSQL server, 15 or newer. */
  url?: string;
  /** Folder of the embedded database, for its use only. */
  folder?: string;
  /** The embedded database in memory; lost when closed. */
  memory?: boolean;
  /** Maximum connections for statements, on a server. */
  maxConnections?: number;
  /** Seconds to wait for a server that does not answer; by default it does not wait. */
  waitSeconds?: number;
  /** Called with a sentence while waiting for a server: at first, and then periodically. */
  onWait?: (message: string) => void;
  /** Called with false when a server no longer answers, and with true when it does again. */
  onReach?: (isReached: boolean) => void;
  /** Called once when the embedded database can no longer guarantee that commits survive; the process should exit. */
  onFatal?: (error: Error) => void;
}

/** Opens exactly one of `url`, `folder` and `memory`, else throws a TypeError. Does not touch the schema; see `migrate`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, memory, onFatal, ...server } = options;
  if ([url !== undefined, folder !== undefined, memory === true].filter(Boolean).length !== 1) {
    throw new TypeError("openDatabase needs one of: url, folder, memory");
  }
  if (url !== undefined) return openPg({ url, ...server });
  return openPglite({ ...(folder === undefined ? {} : { folder }), ...(onFatal ? { onFatal } : {}) });
}
