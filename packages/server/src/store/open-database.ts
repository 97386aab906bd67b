import type { Database } from "./database.ts";
import { openPg } from "./pg/open-pg.ts";
import { openPglite } from "./pglite/open-pglite.ts";

export interface DatabaseOptions {
  /** A PostgreSQL server, 15 or newer. */
  url?: string;
  /** A folder that becomes the embedded database's own. */
  folder?: string;
  /** The embedded database without a folder; gone when closed. */
  memory?: boolean;
  /** Connections for statements, on a server. */
  maxConnections?: number;
  /** Called once when the embedded database can no longer promise that commits survive; the process should end. */
  onFatal?: (error: Error) => void;
}

/** Opens exactly one of the three; the schema is not touched, see `migrate`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, memory, maxConnections, onFatal } = options;
  if ([url !== undefined, folder !== undefined, memory === true].filter(Boolean).length !== 1) {
    throw new TypeError("openDatabase needs one of: url, folder, memory");
  }
  if (url !== undefined) return openPg({ url, ...(maxConnections === undefined ? {} : { maxConnections }) });
  return openPglite({ ...(folder === undefined ? {} : { folder }), ...(onFatal ? { onFatal } : {}) });
}
