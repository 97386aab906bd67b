import { cp, mkdtemp, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import type { Database } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import type { CellStore } from "./run-cell.ts";

export interface CellStores {
  create(): Promise<CellStore>;
  close(): Promise<void>;
}

/** Prepares what every life needs: a workspace, an approver, an agent, and a table for transactional effects. */
async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await database.script(`
    insert into workspace (id, name) values ('ws_crash', 'Crash');
    insert into audit_head (workspace_id) values ('ws_crash');
    insert into person (id, name, email, email_verified, created_at, updated_at)
      values ('person', 'person', 'person@example.test', true, now(), now());
    insert into member (workspace_id, user_id, role) values ('ws_crash', 'person', 'approver');
    insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
      values ('ws_crash', 'agent', 'agent', 'agent', 'none', '', '{default}');
    create table crash_effect (key text not null);`);
}

async function countEffects(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from crash_effect`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

/** Each cell gets a copy of one prepared database folder. */
export async function openPgliteStores(): Promise<CellStores> {
  const root = await mkdtemp(join(tmpdir(), "countersign-crash-"));
  const template = join(root, "template");
  const database = await openDatabase({ folder: template });
  await prepare(database);
  await database.close();
  let made = 0;
  return {
    async create() {
      const folder = join(root, `cell-${(made += 1)}`);
      await cp(template, folder, { recursive: true });
      return {
        database: { folder },
        async countEffects() {
          const reopened = await openDatabase({ folder });
          const count = await countEffects(reopened);
          await reopened.close();
          return count;
        },
        remove: () => rm(folder, { recursive: true, force: true }),
      };
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Each cell gets a database cloned from one prepared template. */
export async function openPgStores(serverUrl: string): Promise<CellStores> {
  const run = randomBytes(4).toString("hex");
  const template = `crash_${run}_template`;
  const urlOf = (name: string): string => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const database = await openDatabase({ url: urlOf(template), maxConnections: 1 });
  await prepare(database);
  await database.close();
  let made = 0;
  return {
    async create() {
      const name = `crash_${run}_${(made += 1)}`;
      await admin.query(`create database ${name} template ${template}`);
      return {
        database: { url: urlOf(name) },
        async countEffects() {
          const reopened = await openDatabase({ url: urlOf(name), maxConnections: 1 });
          const count = await countEffects(reopened);
          await reopened.close();
          return count;
        },
        remove: async () => void (await admin.query(`drop database ${name} with (force)`)),
      };
    },
    async close() {
      await admin.query(`drop database ${template} with (force)`);
      await admin.end();
    },
  };
}
