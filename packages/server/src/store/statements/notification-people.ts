import { sql, type Kysely } from "kysely";
import type { ChannelPreference, NotificationPreference } from "@countersign/protocol";
import type { PushDevice } from "../../ports/channel.ts";
import type { PersonFacts } from "../../core/authorize.ts";
import { recordset } from "../recordset.ts";
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

interface PersonRow extends PersonFacts {
  email: string;
  delegators: string[];
  account: string | null;
  devices: PushDevice[];
  channels: ChannelPreference[];
  dailyAt: number | null;
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string | null;
}

/** Minute of the day at which a daily summary is sent to whoever chose no other. */
const DAILY_AT = 9 * 60;

/** Members of a workspace with their preferences, and their accounts at one channel; with `userId`, only that one. */
export async function listNotifiedPeople(
  db: Kysely<Schema>,
  workspaceId: string,
  { userId, connectionId }: { userId?: string; connectionId?: string },
): Promise<NotifiedPerson[]> {
  const { rows } = await sql<PersonRow>`
    select m.user_id as id, p.name, p.email, m.role, counted_role(m.role, m.former_role, m.counts_from) as counted_role,
      m.teams, counted_teams(m.teams, m.former_teams, m.counts_from) as counted_teams,
      a.account_id as account, n.daily_at, n.quiet_from, n.quiet_until, n.time_zone,
      coalesce((select array_agg(g.user_id) from delegation g where g.workspace_id = m.workspace_id and g.delegate_id = m.user_id
        and g.revoked_at is null and g.starts_at <= now() and now() < g.ends_at), '{}') as delegators,
      coalesce((select json_agg(json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)
        order by d.id) from push_device d where d.workspace_id = m.workspace_id and d.user_id = m.user_id
        and d.connection_id = ${connectionId ?? null}::text), '[]') as devices,
      coalesce((select json_agg(json_build_object('channelId', q.connection_id, 'mode', q.mode, 'delayMinutes', q.delay_minutes)
        order by q.connection_id) from notification_channel_preference q where q.workspace_id = m.workspace_id
        and q.user_id = m.user_id), '[]') as channels
    from member m join person p on p.id = m.user_id
    left join notification_preference n on n.workspace_id = m.workspace_id and n.user_id = m.user_id
    left join notification_account a on a.workspace_id = m.workspace_id and a.user_id = m.user_id
      and a.connection_id = ${connectionId ?? null}::text
    where m.workspace_id = ${workspaceId} ${userId === undefined ? sql`` : sql`and m.user_id = ${userId}`}
    order by m.user_id`.execute(db);
  return rows.map(({ channels, dailyAt, quietFrom, quietUntil, timeZone, ...person }) => ({
    ...person,
    preference: {
      channels,
      dailyAt: dailyAt ?? DAILY_AT,
      quiet: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
      timeZone,
    },
  }));
}

interface PreferenceOwner {
  workspaceId: string;
  userId: string;
}

/**
 * Stores how a person wants to be told. `summaryDay`: the day of the last daily summary that is over; `keepsDays` if the time of
 * the summaries did not change, so that a channel that sends them already leaves none out. False if the person is no member.
 */
export async function storePreference(
  transaction: Kysely<Schema>,
  owner: PreferenceOwner,
  { channels, dailyAt, quiet, timeZone }: NotificationPreference,
  { summaryDay, keepsDays }: { summaryDay: string; keepsDays: boolean },
): Promise<boolean> {
  const { workspaceId, userId } = owner;
  const { rows } = await sql`
    insert into notification_preference (workspace_id, user_id, daily_at, quiet_from, quiet_until, time_zone)
    select m.workspace_id, m.user_id, ${dailyAt}::smallint, ${quiet?.from ?? null}::smallint, ${quiet?.until ?? null}::smallint,
      ${timeZone}::text
    from member m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    on conflict (workspace_id, user_id) do update set daily_at = excluded.daily_at,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone
    returning user_id`.execute(transaction);
  if (rows.length === 0) return false;
  await sql`
    delete from notification_channel_preference where workspace_id = ${workspaceId} and user_id = ${userId}
      and connection_id <> all(${channels.map(({ channelId }) => channelId)}::text[])`.execute(transaction);
  await sql`
    insert into notification_channel_preference as q (workspace_id, user_id, connection_id, mode, delay_minutes, summary_day)
    select ${workspaceId}, ${userId}, r."channelId", r."mode", r."delayMinutes",
      case when r."mode" = 'daily' then ${summaryDay}::date end
    from ${CHANNELS.from(sql`${CHANNELS.toJson(channels)}`)}
    on conflict (workspace_id, user_id, connection_id) do update set mode = excluded.mode, delay_minutes = excluded.delay_minutes,
      summary_day = case when ${keepsDays} and q.mode = excluded.mode then q.summary_day else excluded.summary_day end`.execute(
    transaction,
  );
  return true;
}

const CHANNELS = recordset("r", { channelId: "text", mode: "text", delayMinutes: "int" });

/** Turns one channel off for a person, keeping the rest of the preference. False if it was off, or the person is no member. */
export async function turnChannelOff(
  db: Kysely<Schema>,
  { workspaceId, userId }: PreferenceOwner,
  connectionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_channel_preference as q (workspace_id, user_id, connection_id, mode)
    select m.workspace_id, m.user_id, ${connectionId}, 'off'
    from member m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    on conflict (workspace_id, user_id, connection_id) do update set mode = 'off', summary_day = null where q.mode <> 'off'
    returning user_id`.execute(db);
  return rows.length === 1;
}
