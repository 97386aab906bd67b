import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openPg } from "../../src/store/pg/open-pg.ts";
import { cleanDatabase, sumUpSchema, type RunText } from "./clean-database.ts";
import { hashMigrations } from "./migrations-hash.ts";

/** Advisory lock held while a template is created; other test processes wait for it. */
const TEMPLATE_LOCK = 7_063_170_419;

/** Environment variable with the URL of a PostgreSQL server. A test run sets it if any of its tests needs a server. */
const SERVER_URL = "COUNTERSIGN_TEST_POSTGRES_URL";

export interface ServerDatabase {
  url: string;
  /** Ends all sessions on the database, then keeps it for other tests, or drops it if its schema was changed. */
  release(): Promise<void>;
}

/** URL of the run's server, for tests that open databases of their own. Throws if it is not set. */
export function readServerUrl(): string {
  const url = process.env[SERVER_URL];
  if (!url) throw new Error("set COUNTERSIGN_TEST_POSTGRES_URL to a PostgreSQL server on which databases may be created");
  return url;
}

export const hasServer = (): boolean => Boolean(process.env[SERVER_URL]);

/** Opens an empty, migrated database on the run's server. */
export async function openOnServer(): Promise<Database> {
  const { url, release } = await takeDatabase();
  const database = await openPg({ url });
  const close = async (): Promise<void> => {
    await database.close();
    await release();
  };
  let closed: Promise<void> | undefined;
  return { ...database, close: () => (closed ??= close()) };
}

/**
 * Takes an empty, migrated database that nobody uses, or creates one. It has a new name each time, so that a process which a
 * test left running cannot connect to it again.
 */
export async function takeDatabase(): Promise<ServerDatabase> {
  const url = readServerUrl();
  const hash = await hashMigrations();
  const name = newName("countersign_test");
  await withClient(url, async (client) => {
    if (!(await takeIdle(client, hash, name))) await createFromTemplate(client, url, hash, name);
  });
  return { url: withoutIdleLimit(replaceDatabase(url, name)), release: () => release(url, hash, name) };
}

const newName = (prefix: string): string => `${prefix}_${randomBytes(8).toString("hex")}`;
const templateOf = (hash: string): string => `countersign_template_${hash}`;
const idleOf = (hash: string): string => `countersign_idle_${hash}`;

async function takeIdle(client: Client, hash: string, name: string): Promise<boolean> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1) order by random()",
    [`${idleOf(hash)}_`],
  );
  for (const { datname } of rows) {
    // Another process may take the same one first.
    if (await rename(client, datname, name)) return true;
  }
  return false;
}

/** False if there is no such database any more, or somebody is connected to it. */
const rename = (client: Client, from: string, to: string): Promise<boolean> =>
  client.query(`alter database ${from} rename to ${to}`).then(
    () => true,
    () => false,
  );

async function createFromTemplate(client: Client, url: string, hash: string, name: string): Promise<void> {
  const template = templateOf(hash);
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
  if (!rowCount) await createTemplate(client, url, template);
  await client.query(`create database ${name} template ${template}`);
}

async function createTemplate(client: Client, url: string, template: string): Promise<void> {
  // Renamed to the template only once migrated, so that an interrupted run leaves no incomplete template.
  const unfinished = newName(template);
  await client.query(`create database ${unfinished}`);
  const ownUrl = withoutIdleLimit(replaceDatabase(url, unfinished));
  const database = await openPg({ url: ownUrl, maxConnections: 1 });
  await migrate(database);
  await database.close();
  const schema = await withClient(ownUrl, (own) => sumUpSchema(runnerOf(own)));
  await client.query(`comment on database ${unfinished} is '${schema}'`);
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

async function release(url: string, hash: string, name: string): Promise<void> {
  const schema = await withClient(replaceDatabase(url, name), async (client) => {
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    return cleanDatabase(runnerOf(client));
  }).catch(() => undefined);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ schema: string }>(
      "select shobj_description(oid, 'pg_database') as schema from pg_database where datname = $1",
      [templateOf(hash)],
    );
    const isClean = schema !== undefined && schema === rows[0]?.schema;
    if (isClean && (await rename(client, name, newName(idleOf(hash))))) return;
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

/** Creates an empty, unmigrated database on the server for the duration of `use`. */
export async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const url = readServerUrl();
  const name = newName("countersign_test");
  await withClient(url, async (client) => void (await client.query(`create database ${name}`)));
  try {
    await use(replaceDatabase(url, name));
  } finally {
    await withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const runnerOf =
  (client: Client): RunText =>
  async (text) =>
    (await client.query<Record<string, unknown>>(text)).rows;

/** Parameters of the URL come before our own limit, which would end a transaction of a test process that gets no processor time. */
function withoutIdleLimit(url: string): string {
  const patient = new URL(url);
  patient.searchParams.set("idle_in_transaction_session_timeout", "600000");
  return patient.href;
}

function replaceDatabase(url: string, name: string): string {
  const replaced = new URL(url);
  replaced.pathname = `/${name}`;
  return replaced.href;
}
