-- Whether agents share one connection to an upstream, how many may have one of their own, and whether an untrusted one may ask clients.
alter table upstream
  add column sharing text not null default 'per-agent' check (sharing in ('per-agent', 'shared')),
  add column max_connections integer not null default 16 check (max_connections between 1 and 1000),
  add column allow_questions boolean not null default false;
