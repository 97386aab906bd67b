import { sql } from "kysely";
import { SYSTEM } from "../store/statements/row.ts";
import { insertKey } from "./keys.ts";
import type { People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { makeId } from "./secret-token.ts";

export interface FilledWorkspace {
  workspaceId: string;
  /** Shown once; only its hash is stored. */
  agentKey: string;
}

/** Inserts a workspace with its first administrator and a first agent key, on the record, in the caller's transaction. */
export async function fillWorkspace(transaction: People, name: string, userId: string): Promise<FilledWorkspace> {
  const workspaceId = makeId("wsp");
  await transaction.insertInto("workspace").values({ id: workspaceId, name }).execute();
  await sql`insert into audit_head (workspace_id) values (${workspaceId})`.execute(transaction);
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
  return { workspaceId, agentKey: agent.key };
}
