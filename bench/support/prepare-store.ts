import { migrate } from "../../packages/server/src/store/migrate.ts";
import type { Database } from "../../packages/server/src/store/database.ts";

/** Creates the schema and some workspaces, each with one approver and one agent. */
export async function prepareStore(database: Database, workspaces: number): Promise<string[]> {
  await migrate(database);
  const ids = Array.from({ length: workspaces }, (_, n) => `ws_bench_${n}`);
  for (const id of ids) {
    await database.script(`
      insert into workspace (id, name) values ('${id}', 'Bench');
      insert into audit_head (workspace_id) values ('${id}');
      insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('person_${id}', 'Person', 'person_${id}@example.test', true, now(), now());
      insert into member (workspace_id, user_id, role) values ('${id}', 'person_${id}', 'approver');
      insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
        values ('${id}', 'agent_${id}', 'agent', 'Agent', 'none_${id}', '', '{default}');`);
  }
  return ids;
}
