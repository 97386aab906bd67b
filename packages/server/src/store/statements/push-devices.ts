import { sql, type Kysely } from "kysely";
import type { PushDevice } from "../../ports/channel.ts";
import type { Schema } from "../schema.ts";
import type { AccountOwner } from "./notification-accounts.ts";

export interface OwnDevice extends PushDevice {
  connectionId: string;
  name: string;
  createdAt: Date;
}

/**
 * Stores a device, which is its former owner's no more. `former`: that owner, if it was another person. Refuses if the person has
 * `maxDevices` others at this channel or is no member (`full`), or if the channel has other credentials by now (`changed`).
 */
export async function storeDevice(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId, userId }: AccountOwner,
  { id, name, endpoint, p256dh, auth }: PushDevice & { name: string },
  { keyVersion, maxDevices }: { keyVersion: number; maxDevices: number },
): Promise<{ former: string | null } | "full" | "changed"> {
  // Locked, so that neither the removal of the channel nor another key misses this device.
  const { rows: channels } = await sql`
    select 1 from connection where workspace_id = ${workspaceId} and id = ${connectionId}
      and credentials_version = ${keyVersion} for share`.execute(transaction);
  if (channels.length === 0) return "changed";
  // Locked, so that devices that are connected at once are counted one after the other.
  await sql`select 1 from member where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`.execute(
    transaction,
  );
  const { rows } = await sql<{ former: string | null }>`
    with known as (
      select user_id from push_device where workspace_id = ${workspaceId} and connection_id = ${connectionId} and id = ${id}
    )
    insert into push_device as p (workspace_id, connection_id, user_id, id, name, endpoint, p256dh, auth)
    select m.workspace_id, ${connectionId}, m.user_id, ${id}, ${name}, ${endpoint}, ${p256dh}, ${auth} from member m
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
      and (select count(*) from push_device d where d.workspace_id = m.workspace_id and d.connection_id = ${connectionId}
        and d.user_id = m.user_id and d.id <> ${id}) < ${maxDevices}
    on conflict (workspace_id, connection_id, id) do update set user_id = excluded.user_id, name = excluded.name,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()
    returning (select k.user_id from known k where k.user_id <> ${userId}) as former`.execute(transaction);
  return rows[0] ?? "full";
}

/** Removes a device of a person, or of anybody without `userId`. Returns it; undefined if there is none. */
export async function dropDevice(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId }: { workspaceId: string; connectionId?: string; userId?: string },
  id: string,
): Promise<{ name: string; connectionId: string; userId: string } | undefined> {
  const { rows } = await sql<{ name: string; connectionId: string; userId: string }>`
    delete from push_device where workspace_id = ${workspaceId} and id = ${id}
      ${connectionId === undefined ? sql`` : sql`and connection_id = ${connectionId}`}
      ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
    returning name, connection_id, user_id`.execute(db);
  return rows[0];
}

/** A person's devices, oldest first. */
export const listDevices = (
  db: Kysely<Schema>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<OwnDevice[]> =>
  db
    .selectFrom("pushDevice")
    .select(["connectionId", "id", "name", "endpoint", "p256dh", "auth", "createdAt"])
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
