import { sql, type Kysely } from "kysely";
import type { NotificationPreference } from "@countersign/protocol";
import type { PushDevice } from "../../ports/channel.ts";
import type { PersonFacts } from "../../core/authorize.ts";
import type { Schema } from "../schema.ts";

/** A member who may be told of something. */
export interface NotifiedPerson extends PersonFacts {
  email: string;
  preference: NotificationPreference;
  /** People for whom this one may decide now. */
  delegators: string[];
  /** Id of the account that the person connected to the channel asked about. */
  account: string | null;
  /** The person's devices at that channel. */
  devices: PushDevice[];
}

const NO_PREFERENCE: NotificationPreference = { muted: [], delayMinutes: null, quiet: null };

interface PersonRow extends PersonFacts {
  email: string;
  delegators: string[];
  account: string | null;
  devices: PushDevice[];
  muted: string[] | null;
  delayMinutes: number | null;
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string | null;
}

/** Members of a workspace with their preferences, and their accounts at one channel; with `userId`, only that one. */
export async function listNotifiedPeople(
  db: Kysely<Schema>,
  workspaceId: string,
  { userId, connectionId }: { userId?: string; connectionId?: string },
): Promise<NotifiedPerson[]> {
  const { rows } = await sql<PersonRow>`
    select m.user_id as id, p.name, p.email, m.role, counted_role(m.role, m.former_role, m.counts_from) as counted_role,
      m.teams, counted_teams(m.teams, m.former_teams, m.counts_from) as counted_teams,
      a.account_id as account, n.muted, n.delay_minutes, n.quiet_from, n.quiet_until, n.time_zone,
      coalesce((select array_agg(g.user_id) from delegation g where g.workspace_id = m.workspace_id and g.delegate_id = m.user_id
        and g.revoked_at is null and g.starts_at <= now() and now() < g.ends_at), '{}') as delegators,
      coalesce((select json_agg(json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)
        order by d.id) from push_device d where d.workspace_id = m.workspace_id and d.user_id = m.user_id
        and d.connection_id = ${connectionId ?? null}::text), '[]') as devices
    from member m join person p on p.id = m.user_id
    left join notification_preference n on n.workspace_id = m.workspace_id and n.user_id = m.user_id
    left join notification_account a on a.workspace_id = m.workspace_id and a.user_id = m.user_id
      and a.connection_id = ${connectionId ?? null}::text
    where m.workspace_id = ${workspaceId} ${userId === undefined ? sql`` : sql`and m.user_id = ${userId}`}
    order by m.user_id`.execute(db);
  return rows.map(({ muted, delayMinutes, quietFrom, quietUntil, timeZone, ...person }) => ({
    ...person,
    preference:
      muted === null
        ? NO_PREFERENCE
        : {
            muted,
            delayMinutes,
            quiet:
              quietFrom === null || quietUntil === null || timeZone === null
                ? null
                : { from: quietFrom, until: quietUntil, timeZone },
          },
  }));
}

/** False if the person is no member. */
export async function storePreference(
  db: Kysely<Schema>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { muted, delayMinutes, quiet }: NotificationPreference,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_preference (workspace_id, user_id, muted, delay_minutes, quiet_from, quiet_until, time_zone)
    select m.workspace_id, m.user_id, ${[...muted]}::text[], ${delayMinutes}::int, ${quiet?.from ?? null}::smallint,
      ${quiet?.until ?? null}::smallint, ${quiet?.timeZone ?? null}::text
    from member m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    on conflict (workspace_id, user_id) do update set muted = excluded.muted, delay_minutes = excluded.delay_minutes,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** Mutes one channel for a person, keeping the rest of the preference. False if it was muted, or the person is no member. */
export async function muteChannel(
  db: Kysely<Schema>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  connectionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_preference as n (workspace_id, user_id, muted)
    select m.workspace_id, m.user_id, array[${connectionId}]::text[]
    from member m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    on conflict (workspace_id, user_id) do update set muted = n.muted || ${connectionId}::text
      where not ${connectionId} = any(n.muted)
    returning user_id`.execute(db);
  return rows.length === 1;
}
