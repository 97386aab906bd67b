-- Seconds after which a proposal of a conversation expires that nobody answered. Null: it waits without an end.
alter table chat_agent add column unanswered_seconds integer check (unanswered_seconds between 60 and 2592000);
