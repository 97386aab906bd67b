import { sql } from "kysely";
import { PLACEHOLDER_EMAIL } from "./account-setup.ts";
import { fillWorkspace, type FilledWorkspace } from "./fill-workspace.ts";
import type { People } from "./people-tables.ts";
import { makeId } from "./secret-token.ts";

export interface FirstCredentials extends FilledWorkspace {
  userId: string;
}

/**
 * Fills an empty store with a workspace, its first administrator and an agent key. Returns null if a workspace exists. The lock
 * makes a process that starts at the same time wait, and then find the first one's workspace.
 */
export async function bootstrapWorkspace(people: People): Promise<FirstCredentials | null> {
  return people.transaction().execute(async (transaction) => {
    await sql`lock table workspace in share row exclusive mode`.execute(transaction);
    const existing = await transaction.selectFrom("workspace").select("id").limit(1).executeTakeFirst();
    if (existing) return null;
    const userId = makeId("usr");
    await transaction.insertInto("person").values({ id: userId, name: "Administrator", email: PLACEHOLDER_EMAIL }).execute();
    return { userId, ...(await fillWorkspace(transaction, "Workspace", userId)) };
  });
}
