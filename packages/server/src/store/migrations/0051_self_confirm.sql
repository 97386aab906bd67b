-- An agent's calls up to this risk may be confirmed by the person for whom it acts; null: none.
alter table api_key
  add column self_confirm_max_risk smallint check (self_confirm_max_risk between 0 and 5),
  add constraint api_key_self_confirm_check check (self_confirm_max_risk is null or kind = 'agent');
-- Calls of this tool never are; null is false.
alter table tool add column needs_second_person boolean;
-- An approval by the person for whom the agent acts; null otherwise.
alter table decision add column self_confirmed boolean check (self_confirmed);

drop trigger api_key_policy_changed on api_key;
create constraint trigger api_key_policy_changed after update on api_key
  deferrable initially deferred for each row
  when ((old.kind = 'agent' or new.kind = 'agent')
    and (old.kind, old.groups, old.max_risk, old.in_client, old.acts_for, old.self_confirm_max_risk, old.revoked_at)
    is distinct from (new.kind, new.groups, new.max_risk, new.in_client, new.acts_for, new.self_confirm_max_risk, new.revoked_at))
  execute function move_policy_epoch();

drop trigger tool_policy_changed on tool;
create constraint trigger tool_policy_changed after update on tool
  deferrable initially deferred for each row
  when ((old.source, old.definition_hash, old.enabled, old.vetting, old.risk, old.approval, old.approval_when, old.group_names,
      old.required_in, old.never_in, old.approver_role, old.approver_ids, old.approval_rule, old.routing_rules, old.escalate_to,
      old.in_client, old.needs_second_person)
    is distinct from (new.source, new.definition_hash, new.enabled, new.vetting, new.risk, new.approval, new.approval_when,
      new.group_names, new.required_in, new.never_in, new.approver_role, new.approver_ids, new.approval_rule, new.routing_rules,
      new.escalate_to, new.in_client, new.needs_second_person))
  execute function move_policy_epoch();
