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
  /** How long a server that does not answer is waited for; not at all unless it is said. */
  waitSeconds?: number;
  /** Called with a sentence while a server is waited for: at first, and again now and then. */
  onWait?: (message: string) => void;
  /** Called with false when a server no longer answers, and with true when it does again. */
  onReach?: (isReached: boolean) => void;
  /** Called once when the embedded database can no longer promise that commits survive; the process should end. */
  onFatal?: (error: Error) => void;
}

/** Opens exactly one of the three; the schema is not touched, see `migrate`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, memory, onFatal, ...server } = options;
  if ([url !== undefined, folder !== undefined, memory === true].filter(Boolean).length !== 1) {
    throw new TypeError("openDatabase needs one of: url, folder, memory");
  }
  if (url !== undefined) return openPg({ url, ...server });
  return openPglite({ ...(folder === undefined ? {} : { folder }), ...(onFatal ? { onFatal } : {}) });
}
