import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { Pool, type PoolConfig } from "pg";
import { ChangeListeners } from "../change-listeners.ts";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { awaitServer, type ServerWait } from "./await-server.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Line } from "./line.ts";
import { pgTypes } from "./pg-types.ts";
import { preparedPool } from "./prepared-pool.ts";
import { beginSession } from "./sessions.ts";

const DEFAULT_CONNECTIONS = 10;
/** Connections for urgent statements; opened when first needed, then kept. */
const URGENT_CONNECTIONS = 2;
const STATEMENT_SECONDS = 30;
/** Ends transactions of processes that vanished silently: others wait for their locks. No handler of ours pauses that long. */
const IDLE_IN_TRANSACTION_SECONDS = 10;
const CONNECT_SECONDS = 10;
/** For the first statement of a new connection. */
const BEGIN_SECONDS = 5;
/** A new connection has no prepared statements: a decision after a quiet minute must not wait until each is planned again. */
const IDLE_SECONDS = 600;
/** Firewalls silently drop connections that are idle for some minutes. */
const KEEP_ALIVE_SECONDS = 30;

export interface PgOptions extends Partial<ServerWait> {
  url: string;
  maxConnections?: number;
  /** Called with false when the server no longer answers, and with true when it does again. */
  onReach?: ((isReached: boolean) => void) | undefined;
}

/** PostgreSQL over the network: two pools for statements, two separate connections for notifications. */
export async function openPg({ url, maxConnections = DEFAULT_CONNECTIONS, ...options }: PgOptions): Promise<Database> {
  const connection = {
    connectionString: url,
    application_name: "countersign",
    connectionTimeoutMillis: CONNECT_SECONDS * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_SECONDS * 1000,
    types: pgTypes,
  } satisfies PoolConfig;
  await awaitServer(connection, { waitSeconds: 0, ...options });

  const listeners = new ChangeListeners();
  const feed = new ChangeFeed(connection, listeners);
  const renewals: (() => void)[] = [];
  const line = new Line({
    config: connection,
    onReach(isReached) {
      // Pending connection attempts would occupy places in the old pool for the whole connect timeout.
      if (isReached) feed.renew();
      else for (const renew of renewals) renew();
      options.onReach?.(isReached);
    },
  });
  const openSteady = (config: Pick<PoolConfig, "max" | "idleTimeoutMillis">): PostgresPool => {
    let pool = openPool(line, { ...connection, ...config });
    renewals.push(() => {
      void pool.end();
      pool = openPool(line, { ...connection, ...config });
    });
    return preparedPool(line, () => pool);
  };
  const pool = openSteady({ max: maxConnections, idleTimeoutMillis: IDLE_SECONDS * 1000 });
  const kysely = openKysely(pool);
  const urgent = openKysely(openSteady({ max: URGENT_CONNECTIONS, idleTimeoutMillis: 0 }));
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    listeners.clear();
    await feed.close();
    await Promise.all([kysely.destroy(), urgent.destroy()]);
    line.close();
  };
  return {
    kind: "pg",
    kysely,
    urgent,
    async script(text) {
      const client = await pool.connect();
      await client.query(text, []).finally(() => client.release());
    },
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

function openPool(line: Line, config: PoolConfig): Pool {
  const pool = new Pool({
    ...config,
    statement_timeout: STATEMENT_SECONDS * 1000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
    // The pool awaits this, although its type omits it: nobody gets the connection before.
    onConnect(client) {
      line.add(client);
      return line.run(client, BEGIN_SECONDS, () => beginSession(client));
    },
  });
  // A client emits an error when its connection breaks, idle in the pool or between two statements of a transaction. Without
  // these listeners Node ends the process. The next statement on the client fails with the error.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("remove", (client) => line.remove(client));
  return pool;
}

const openKysely = (pool: PostgresPool): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
