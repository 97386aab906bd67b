import { sql, type Kysely } from "kysely";
import type { Role } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/** The part of a member's role that counts in a rule of several people. */
export interface CountedRole {
  /** Null if no role counts yet. */
  role: Role | null;
  /** When the whole role counts. */
  from: Date;
}

/** Returns the role of a member that counts now; undefined for a non-member. */
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
