import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolConfig } from "pg";
import { ChangeListeners } from "../change-listeners.ts";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { ChangeFeed } from "./change-feed.ts";
import { pgTypes } from "./pg-types.ts";
import { preparedPool } from "./prepared-pool.ts";

const OLDEST_VERSION = 15;
const DEFAULT_CONNECTIONS = 10;
/** For what must not wait; opened when first needed, and then kept. */
const URGENT_CONNECTIONS = 2;
const STATEMENT_SECONDS = 30;
const CONNECT_SECONDS = 10;
/** A new connection knows no statement: whoever decides after a quiet minute should not wait until each is planned again. */
const IDLE_SECONDS = 600;
/** Firewalls forget connections that are silent for some minutes, and say so to nobody. */
const KEEP_ALIVE_SECONDS = 30;

export interface PgOptions {
  url: string;
  maxConnections?: number;
}

/** PostgreSQL over the network: statements on a pool, wake-ups on two connections of their own. */
export async function openPg(options: PgOptions): Promise<Database> {
  const connection = {
    connectionString: options.url,
    application_name: "countersign",
    connectionTimeoutMillis: CONNECT_SECONDS * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_SECONDS * 1000,
    types: pgTypes,
  } satisfies PoolConfig;
  const pool = openPool({
    ...connection,
    max: options.maxConnections ?? DEFAULT_CONNECTIONS,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
  });
  const urgentPool = openPool({ ...connection, max: URGENT_CONNECTIONS, idleTimeoutMillis: 0 });
  try {
    await refuseOldServer(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }

  const kysely = openKysely(pool);
  const urgent = openKysely(urgentPool);
  const listeners = new ChangeListeners();
  const feed = new ChangeFeed(connection, listeners);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    listeners.clear();
    await feed.close();
    await Promise.all([kysely.destroy(), urgent.destroy()]);
  };
  return {
    kind: "pg",
    kysely,
    urgent,
    script: async (text) => void (await pool.query(text)),
    notify(workspaceId) {
      listeners.tell(workspaceId);
      feed.send(workspaceId);
    },
    listen(onChange) {
      feed.listen();
      return listeners.add(onChange);
    },
    close: () => (closed ??= close()),
  };
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, statement_timeout: STATEMENT_SECONDS * 1000 });
  // A client emits its broken connection, waiting in the pool or between two statements of a transaction; without these
  // listeners Node ends the process. Whoever uses the client next gets the error from the statement.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

const openKysely = (pool: Pool): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: preparedPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

async function refuseOldServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION)
    throw new Error(`the server is PostgreSQL ${version}, Countersign needs ${OLDEST_VERSION} or newer`);
}
