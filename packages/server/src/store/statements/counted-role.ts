import { sql, type Kysely } from "kysely";
import type { Role } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/** What of a member's role counts in a rule of several people. */
export interface CountedRole {
  /** Null where nothing counts yet. */
  role: Role | null;
  /** When the whole role counts. */
  from: Date;
}

/** The role of one member as it counts now; nothing for somebody who is no member. */
export async function findCountedRole(
  db: Kysely<Schema>,
  workspaceId: string,
  userId: string,
): Promise<CountedRole | undefined> {
  const { rows } = await sql<CountedRole>`
    select counted_role(role, former_role, counts_from) as role, counts_from as from
    from member where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows[0];
}
