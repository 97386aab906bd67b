-- Messages of some services can be changed after they were sent, so that they say how their actions ended.

-- The service's reference of the message that carries a notification.
alter table notification add column external_ref text;

create index notification_message on notification (workspace_id, message_id) where external_ref is not null;
