-- Routing rules of a tool: conditions under which its calls take further approvals or have less time. An action keeps what their
-- expressions said of it, which is evaluated again when the rules or what they read has changed.
alter table tool add column routing_rules text;
alter table action add column routing text;

drop trigger tool_policy_changed on tool;
create constraint trigger tool_policy_changed after update on tool
  deferrable initially deferred for each row
  when ((old.source, old.definition_hash, old.enabled, old.vetting, old.risk, old.approval, old.approval_when, old.group_names,
      old.required_in, old.never_in, old.approver_role, old.approver_ids, old.approval_rule, old.routing_rules, old.escalate_to,
      old.in_client)
    is distinct from (new.source, new.definition_hash, new.enabled, new.vetting, new.risk, new.approval, new.approval_when,
      new.group_names, new.required_in, new.never_in, new.approver_role, new.approver_ids, new.approval_rule, new.routing_rules,
      new.escalate_to, new.in_client))
  execute function move_policy_epoch();
