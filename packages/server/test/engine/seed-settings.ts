import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../src/store/database.ts";

/** Creates a workspace with a row of each kind, as an earlier version left it. */
export async function seedSettings({ kysely }: Database): Promise<string> {
  const id = `ws_${randomUUID()}`;
  const person = `usr_${id}`;
  const statements = [
    sql`insert into workspace (id, name) values (${id}, 'Altered')`,
    sql`insert into audit_head (workspace_id) values (${id})`,
    sql`insert into archived_workspace (workspace_id, archived_by, archived_name) values (${id}, 'system', 'System')`,
    sql`insert into person (id, name, email) values (${person}, 'Ann', ${`${id}@x.test`}), (${`o${person}`}, 'Bob', ${`o${id}@x.test`}),
      (${`p${person}`}, 'Eve', ${`p${id}@x.test`})`,
    sql`insert into member (workspace_id, user_id, role, counts_from) values (${id}, ${person}, 'admin', now()),
      (${id}, ${`o${person}`}, 'viewer', now() + interval '1 day')`,
    sql`insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups, max_risk, acts_for, revoked_at)
      values (${id}, 'agent', 'agent', 'Agent', ${`a${id}`}, 'csa_', '{default}', 2, ${person}, null),
        (${id}, 'gone', 'agent', 'Gone', ${`g${id}`}, 'csa_', '{default}', null, null, now())`,
    sql`insert into api_key (workspace_id, id, kind, name, token_hash, prefix, role, user_id, scope, expires_at)
      values (${id}, 'token', 'user', 'Token', ${`t${id}`}, 'csu_', 'viewer', ${person}, 'read', now())`,
    sql`insert into api_key (workspace_id, id, kind, name, token_hash, prefix, allowed_addresses, rotated_at, former_hash,
        former_prefix, former_until)
      values (${id}, 'worker', 'worker', 'Worker', ${`w${id}`}, 'csw_', '{10.0.0.0/8}', now(), ${`f${id}`}, 'csw_', now())`,
    sql`insert into tool_group (workspace_id, name, description) values (${id}, 'default', 'all')`,
    sql`insert into tool (workspace_id, name, source, description, input_schema, effect, risk, scored_risk, approval, timeout_seconds,
        definition_hash, group_names, approver_ids, accepted_fingerprint)
      values (${id}, 'pay', 'server', 'pays', '{}', 'unsafe', 3, 3, 'required', 9, 'hash', '{default}', '{ann}', 'print')`,
    sql`insert into tool (workspace_id, name, source, description, input_schema, effect, risk, scored_risk, approval, timeout_seconds,
        definition_hash, approval_rule, routing_rules) values (${id}, 'move', 'server', 'moves', '{}', 'unsafe', 3, 3, 'required', 9, 'hash',
        '{"n":2}', '[{"name":"far","when":"args.miles > 100"}]')`,
    sql`insert into tool (workspace_id, name, source, description, input_schema, effect, risk, scored_risk, approval, timeout_seconds,
        definition_hash, reject_reasons) values (${id}, 'say', 'server', 'says', '{}', 'unsafe', 3, 3, 'required', 9, 'hash',
        '{"Too loud","Not now"}')`,
    sql`insert into standing_grant (workspace_id, id, tool_name, tool_hash, tool_source, agent_id, agent_name, allow_when, max_uses,
        uses, expires_at, written_by, written_name, revoked_at)
      values (${id}, 'grant', 'pay', 'hash', 'server', 'agent', 'Agent', 'false', 3, 2, now(), ${person}, 'Ann', null),
        (${id}, 'ended', 'pay', 'hash', 'server', 'agent', 'Agent', 'true', 3, 2, now(), ${person}, 'Ann', now())`,
    sql`insert into delegation (workspace_id, id, user_id, delegate_id, starts_at, ends_at, created_by, created_name, revoked_at)
      values (${id}, 'lent', ${person}, ${`o${person}`}, now(), now() + interval '1 hour', ${person}, 'Ann', now())`,
    sql`insert into upstream (workspace_id, name, transport, url, trust, prefix, era, enabled, allow_private)
      values (${id}, 'hub', 'http', 'https://x.test/', 'untrusted', 'hub', 'legacy', true, false)`,
    sql`insert into connection (workspace_id, id, connector, name, prefix, settings, enabled, allow_private)
      values (${id}, 'con', 'http', 'Con', '', '{}', true, false)`,
    sql`insert into on_call_team (workspace_id, connection_id, connection_name, base_team, on_call_team, starts_at, user_ids, ignored,
        changed_at) values (${id}, 'con', 'Con', 'ops', 'ops-on-call', now() + interval '1 day', ${[person]}::text[], '{}', now())`,
    sql`insert into content_right (workspace_id, id, folder, who_kind, rights) values (${id}, 'r1', '/a', 'agent', '{view}'),
      (${id}, 'r2', '/b', 'agent', '{}')`,
    sql`insert into studio_tool (workspace_id, name, draft, draft_hash, updated_by, updated_name)
      values (${id}, 'made', '{}', 'hash', ${person}, 'Ann')`,
    sql`insert into studio_run (workspace_id, name, id, draft_hash, ok, input, logs, requests, duration_ms, by_id, by_name)
      values (${id}, 'made', 'run', 'hash', true, '{}', '[]', '[]', 1, ${person}, 'Ann')`,
    sql`insert into studio_version (workspace_id, name, version, draft, draft_hash, definition_hash, run_id, published_by, published_name)
      values (${id}, 'made', 1, '{}', 'hash', 'hash', 'run', ${person}, 'Ann'), (${id}, 'made', 2, '{"a":1}', 'hash', 'hash', 'run', ${person}, 'Ann')`,
    sql`update studio_tool set published_version = 2 where workspace_id = ${id}`,
    sql`insert into emergency_stop (workspace_id, reason, stopped_by, stopped_name) values (${id}, 'fire', ${person}, 'Ann')`,
    sql`insert into refused_repeat (workspace_id, tool_name, id, agent_id, agent_name, action_id, repeats, repeated_at, paused_at)
      values (${id}, 'pay', 'rep', 'agent', 'Agent', 'act', 3, now(), now())`,
  ];
  for (const statement of statements) await statement.execute(kysely);
  return id;
}
