-- People whom a comment names, as [{"id", "name"}], with their names as they were then. They are told of the comment.
alter table action_comment
  add column mentions jsonb not null default '[]' check (jsonb_typeof(mentions) = 'array' and (by_kind = 'user' or mentions = '[]'));
