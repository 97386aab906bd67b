-- What decides about a call: expressions on its arguments, groups that speak for their agents, who may decide, where an answer
-- counts, and what is known of the tools that upstream servers bring.

create table tool_group (
  workspace_id text not null references workspace (id),
  name text not null,
  description text,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, name)
);

alter table tool
  -- The first is the tool's home. `required_in` and `never_in` name the groups that speak over the tool's own approval.
  add column group_names text[] not null default '{}',
  add column required_in text[] not null default '{}',
  add column never_in text[] not null default '{}',
  add column approval_when text,
  add column alias text,
  add column description_override text,
  add column prompt_template text,
  add column approver_role text check (approver_role in ('approver', 'admin')),
  add column approver_ids text[] not null default '{}',
  add column delivery text check (delivery in ('queue', 'wait')),
  add column wait_seconds integer check (wait_seconds >= 0),
  add column on_wait_end text check (on_wait_end in ('park', 'expire')),
  -- null: where the inherent risk is below 4.
  add column in_client boolean,
  add column risk_source text not null default 'scored' check (risk_source in ('scored', 'set')),
  add column scored_risk smallint check (scored_risk between 0 and 5),
  add column risk_reasons text not null default '[]',
  add column upstream text,
  add column upstream_name text,
  -- Only a vetted tool is listed, callable and run.
  add column vetting text not null default 'vetted' check (vetting in ('vetted', 'changed', 'withheld', 'gone')),
  add column findings text not null default '[]',
  -- As last seen, and as accepted; the other columns follow what was accepted.
  add column definition text,
  add column fingerprint text,
  add column accepted_definition text,
  add column accepted_fingerprint text,
  add column first_seen_at timestamptz not null default now(),
  -- Of what the configuration file said of it when that was last applied.
  add column settings_hash text,
  -- False while approval is what follows from risk and trust.
  add column approval_set boolean not null default false,
  drop constraint tool_approval_check,
  add constraint tool_approval_check check (approval in ('required', 'never', 'when')),
  add constraint tool_approval_when_check check (approval <> 'when' or approval_when is not null);

update tool set group_names = array[group_name];
alter table tool drop column group_name;
create unique index tool_alias on tool (workspace_id, alias) where alias is not null;

alter table api_key
  add column in_client boolean not null default false,
  add column max_risk smallint check (max_risk between 0 and 5);

-- The expression that asked nobody about this call; null where no call of the tool was to be asked about.
alter table action add column policy_when text;
