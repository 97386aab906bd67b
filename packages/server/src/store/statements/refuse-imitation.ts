import { sql, type Kysely } from "kysely";
import { findImitation, type Named } from "../../core/find-imitation.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { Schema } from "../schema.ts";

interface Taken extends Named {
  kind: "person" | "agent" | "upstream";
}

/** Display names in use: people, active agents, stored upstreams. */
async function listNames(db: Kysely<Schema>, workspaceId: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select p.id, p.name, 'person' as kind from person p join member m on m.user_id = p.id where m.workspace_id = ${workspaceId}
    union all select k.id, k.name, 'agent' from api_key k
      where k.workspace_id = ${workspaceId} and k.kind = 'agent' and k.revoked_at is null
    union all select 'upstream:' || u.name, u.name, 'upstream' from upstream u where u.workspace_id = ${workspaceId}`.execute(
    db,
  );
  return rows;
}

/** Refuses a name that looks like another's. People may share exactly the same name, since their addresses tell them apart. */
export async function refuseImitation(
  db: Kysely<Schema>,
  workspaceId: string,
  { kind, name, self }: { kind: Taken["kind"] | "worker"; name: string; self?: string },
): Promise<Refusal | undefined> {
  const taken = await listNames(db, workspaceId);
  if (self !== undefined && taken.some((one) => one.id === self && one.name === name)) return undefined;
  const others = taken.filter((one) => !(kind === "person" && one.kind === "person" && one.name === name));
  const message = findImitation(name, others, self);
  if (message === undefined) return undefined;
  const errors = [{ path: "/name", message: `${message}; choose another` }];
  return refuse("INVALID_INPUT", "This name can be confused with another one. Nothing was changed.", { errors }).refusal;
}
