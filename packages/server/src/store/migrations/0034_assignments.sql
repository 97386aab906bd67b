-- The person who works on a pending action: who took it on, or was assigned by somebody else. An assignment restricts nobody:
-- everybody who may decide still may.
create table assignment (
  workspace_id text not null,
  action_id text not null,
  -- Null: nobody has the action, because its assignee gave it back.
  user_id text,
  -- An approval by the assignee from then on ends the assignment.
  assigned_at timestamptz not null default now(),
  primary key (workspace_id, action_id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade
);

create index assignment_of_person on assignment (workspace_id, user_id);
