import { sql } from "kysely";
import { SYSTEM } from "../store/statements/row.ts";
import { PLACEHOLDER_EMAIL } from "./account-setup.ts";
import { insertKey } from "./keys.ts";
import type { People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { makeId } from "./secret-token.ts";

export interface FirstCredentials {
  workspaceId: string;
  userId: string;
  agentKey: string;
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

    const workspaceId = makeId("wsp");
    const userId = makeId("usr");
    await transaction.insertInto("workspace").values({ id: workspaceId, name: "Workspace" }).execute();
    await sql`insert into audit_head (workspace_id) values (${workspaceId})`.execute(transaction);
    await transaction.insertInto("person").values({ id: userId, name: "Administrator", email: PLACEHOLDER_EMAIL }).execute();
    await transaction.insertInto("member").values({ workspaceId, userId, role: "admin" }).execute();

    await recordChange(transaction, {
      workspaceId,
      kind: "workspace.created",
      actor: SYSTEM,
      data: {},
      settings: [["workspace"]],
    });
    await recordChange(transaction, {
      workspaceId,
      kind: "member.added",
      actor: SYSTEM,
      data: { userId, role: "admin" },
      settings: [["member", userId]],
    });
    const agent = await insertKey(transaction, SYSTEM, {
      workspaceId,
      kind: "agent",
      name: "First agent",
      groups: ["default"],
      role: null,
      userId: null,
    });
    return { workspaceId, userId, agentKey: agent.key };
  });
}
