-- `risk` stays the level rules go by; people are shown `rated_risk`. Null: nobody has rated the tool.
alter table tool
  add column rated_risk smallint check (rated_risk between 0 and 5),
  -- False: neither its source nor its name or definition rates it; `scored_risk` is then what rules take it for.
  add column rated boolean not null default true,
  -- False: its MCP server was not trusted when it was last seen.
  add column trusted boolean not null default true,
  -- The definition that an administrator looked at and accepted.
  add column vetted_fingerprint text;
-- What a worker declared is not known here; the worker says it again when it starts.
update tool set rated_risk = risk
where risk_source = 'set' or upstream is not null or source = 'server' or source like 'connection:%' or source like 'studio:%';
update tool set scored_risk = risk where scored_risk is null;
alter table tool alter column scored_risk set not null;

alter table tool drop constraint tool_vetting_check;
alter table tool add constraint tool_vetting_check check (vetting in ('vetted', 'unvetted', 'changed', 'withheld', 'gone'));
-- A tool that is not vetted counts as the highest risk, whatever it is rated and whoever writes it.
alter table tool add constraint tool_unvetted_check check (vetting <> 'unvetted' or risk = 5);

-- Of the tool when the action was proposed. `vetted` is null in actions of before, whose `risk` is what they were rated.
alter table action
  add column rated_risk smallint check (rated_risk between 0 and 5),
  add column vetted boolean;
alter table action add constraint action_unvetted_check check (vetted or risk = 5);
