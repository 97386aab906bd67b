import { sql, type Kysely } from "kysely";
import type { Role } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/** The parts of a member's role and teams that count in a rule of several people. */
export interface CountedMember {
  /** Null while a new member waits for the first role to count. */
  role: Role | null;
  teams: string[];
  breakGlass: boolean;
  /** When the whole role and all teams count. */
  from: Date;
}

/** Returns the role and teams of a member that count now; undefined for a non-member. */
export async function findCountedMember(
  db: Kysely<Schema>,
  workspaceId: string,
  userId: string,
): Promise<CountedMember | undefined> {
  const { rows } = await sql<CountedMember>`
    select counted_role(role, former_role, counts_from) as role, counted_teams(teams, former_teams, counts_from) as teams,
      counted_break_glass(break_glass, former_break_glass, counts_from) as break_glass,
      counts_from as from
    from member where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows[0];
}
