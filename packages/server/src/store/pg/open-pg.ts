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
/** For what must not wait; opened when first needed, and then kept. */
const URGENT_CONNECTIONS = 2;
const STATEMENT_SECONDS = 30;
/** Ends the transaction of a process that is gone without a word: others wait for its locks. No handler of ours thinks so long. */
const IDLE_IN_TRANSACTION_SECONDS = 10;
const CONNECT_SECONDS = 10;
/** For the first statement of a new connection. */
const BEGIN_SECONDS = 5;
/** A new connection knows no statement: whoever decides after a quiet minute should not wait until each is planned again. */
const IDLE_SECONDS = 600;
/** Firewalls forget connections that are silent for some minutes, and say so to nobody. */
const KEEP_ALIVE_SECONDS = 30;

export interface PgOptions extends Partial<ServerWait> {
  url: string;
  maxConnections?: number;
  /** Called with false when the server no longer answers, and with true when it does again. */
  onReach?: ((isReached: boolean) => void) | undefined;
}

/** PostgreSQL over the network: statements on two pools, wake-ups on two connections of their own. */
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
      // What a silent pool still tries to connect would keep its places for as long as connecting may take.
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
    // Awaited, though its type does not say so: nobody gets the connection before.
    onConnect(client) {
      line.add(client);
      return line.run(client, BEGIN_SECONDS, () => beginSession(client));
    },
  });
  // A client emits its broken connection, waiting in the pool or between two statements of a transaction; without these
  // listeners Node ends the process. Whoever uses the client next gets the error from the statement.
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
