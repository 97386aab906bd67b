import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** A person at one channel. */
export interface AccountOwner {
  workspaceId: string;
  connectionId: string;
  userId: string;
}

export interface ConnectedAccount {
  accountId: string | null;
  accountName: string | null;
}

interface EnteredCode extends ConnectedAccount {
  fits: boolean;
  /** Id of the account that counted before. */
  formerId: string | null;
}

/** Notes that a code is about to be sent. False if the last one is less than `pauseSeconds` old, or the person is no member. */
export async function beginAccount(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId }: AccountOwner,
  pauseSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_account as a (workspace_id, connection_id, user_id)
    select m.workspace_id, ${connectionId}, m.user_id from member m
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    on conflict (workspace_id, connection_id, user_id) do update set asked_at = now(), code_hash = null
      where a.asked_at <= now() - make_interval(secs => ${pauseSeconds})
    returning a.user_id`.execute(db);
  return rows.length === 1;
}

/** Ends the pause after `beginAccount`, because no code was sent. */
export async function endPause(db: Kysely<Schema>, { workspaceId, connectionId, userId }: AccountOwner): Promise<void> {
  await sql`
    update notification_account set asked_at = '-infinity'
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and user_id = ${userId}`.execute(db);
}

/** Stores the code that was sent to an account, in place of any other one. */
export async function storeCode(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId }: AccountOwner,
  { id, name, codeHash, validSeconds }: { id: string; name: string; codeHash: Uint8Array; validSeconds: number },
): Promise<void> {
  await sql`
    update notification_account set pending_id = ${id}, pending_name = ${name}, code_hash = ${codeHash}, tries = 0,
      code_until = now() + make_interval(secs => ${validSeconds})
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and user_id = ${userId}`.execute(db);
}

/**
 * Compares a code with the one that was sent, and counts the try. The account counts from here on if it fits. Undefined if no
 * code is valid; throws a unique violation if the account is another person's.
 */
export async function enterCode(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId }: AccountOwner,
  codeHash: Uint8Array,
  maxTries: number,
): Promise<EnteredCode | undefined> {
  const { rows } = await sql<EnteredCode>`
    with asked as (
      select code_hash = ${codeHash} as fits, account_id as former_id from notification_account
      where workspace_id = ${workspaceId} and connection_id = ${connectionId} and user_id = ${userId}
        and code_hash is not null and code_until > now() and tries < ${maxTries} for update
    )
    update notification_account a set tries = a.tries + 1,
      account_id = case when fits then a.pending_id else a.account_id end,
      account_name = case when fits then a.pending_name else a.account_name end,
      code_hash = case when fits then null else a.code_hash end
    from asked
    where a.workspace_id = ${workspaceId} and a.connection_id = ${connectionId} and a.user_id = ${userId}
    returning fits, former_id, a.account_id, a.account_name`.execute(db);
  return rows[0];
}

/** Returns the account that was disconnected; undefined if there was none. The pause before another code stays. */
export async function dropAccount(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId }: AccountOwner,
): Promise<ConnectedAccount | undefined> {
  const { rows } = await sql<ConnectedAccount>`
    update notification_account a set account_id = null, account_name = null, code_hash = null
    from notification_account o
    where o.workspace_id = ${workspaceId} and o.connection_id = ${connectionId} and o.user_id = ${userId}
      and o.account_id is not null and a.workspace_id = o.workspace_id and a.connection_id = o.connection_id
      and a.user_id = o.user_id
    returning o.account_id, o.account_name`.execute(db);
  return rows[0];
}

/** Locks the accounts of a channel until the transaction ends; before its connection is changed, as who connects one does. */
export async function lockAccounts(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: Omit<AccountOwner, "userId">,
): Promise<void> {
  await sql`
    select 1 from notification_account where workspace_id = ${workspaceId} and connection_id = ${connectionId}
    order by user_id for update`.execute(transaction);
}

/**
 * Forgets what belongs to a channel's former app or key: the accounts and devices of all people, codes that were sent, and the
 * references of messages, which another app cannot change.
 */
export async function forgetApp(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: Omit<AccountOwner, "userId">,
): Promise<void> {
  await sql`delete from notification_account where workspace_id = ${workspaceId} and connection_id = ${connectionId}`.execute(
    transaction,
  );
  await sql`delete from push_device where workspace_id = ${workspaceId} and connection_id = ${connectionId}`.execute(
    transaction,
  );
  await sql`
    update notification set external_ref = null
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and external_ref is not null`.execute(transaction);
}

/** Messages to a former account of a person are neither changed nor answered any more. */
export async function forgetMessages(db: Kysely<Schema>, { workspaceId, connectionId, userId }: AccountOwner): Promise<void> {
  await sql`
    update notification set external_ref = null
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and recipient = ${userId}
      and external_ref is not null`.execute(db);
}

/** Names of a person's accounts, by channel. */
export async function listAccounts(
  db: Kysely<Schema>,
  { workspaceId, userId }: Omit<AccountOwner, "connectionId">,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("notificationAccount")
    .select(["connectionId", "accountName"])
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .execute();
  return new Map(rows.flatMap(({ connectionId, accountName }) => (accountName === null ? [] : [[connectionId, accountName]])));
}
