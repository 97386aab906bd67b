-- Each person chooses for each channel how it tells them what waits, not for all channels together.
create table notification_channel_preference (
  workspace_id text not null,
  user_id text not null,
  connection_id text not null,
  mode text not null check (mode in ('each', 'daily', 'off')),
  delay_minutes integer check (delay_minutes between 0 and 1440),
  -- With `daily`, the day of the last summary that was planned, or that was over when the person chose it; in their time zone.
  summary_day date,
  primary key (workspace_id, user_id, connection_id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade,
  check ((mode = 'daily') = (summary_day is not null))
);

create index notification_channel_preference_daily on notification_channel_preference (workspace_id) where mode = 'daily';

insert into notification_channel_preference (workspace_id, user_id, connection_id, mode, delay_minutes)
select n.workspace_id, n.user_id, c.id, case when c.id = any(n.muted) then 'off' else 'each' end, n.delay_minutes
from notification_preference n join connection c on c.workspace_id = n.workspace_id
where c.id = any(n.muted) or (n.delay_minutes is not null and c.connector in ('email-notifications', 'slack', 'web-push'));

alter table notification_preference
  drop column muted,
  drop column delay_minutes,
  -- Minute of the day.
  add column daily_at smallint not null default 540 check (daily_at between 0 and 1439),
  drop constraint notification_preference_check,
  add constraint notification_preference_quiet check
    ((quiet_from is null) = (quiet_until is null) and (quiet_from is null or time_zone is not null));
