import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { recordSettings } from "../../src/engine/records/record-settings.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { verifySettings } from "../../src/engine/records/verify-settings.ts";
import type { Database } from "../../src/store/database.ts";
import { hashOfSetting, keyOf, SETTING_TABLES, type SettingName } from "../../src/store/statements/setting-evidence.ts";
import { openTestDatabase } from "../support/database.ts";
import { seedSettings } from "./seed-settings.ts";

/** Tables whose rows are not settings, or are verified in another way; SPEC.md lists what is not compared at all. */
const NO_SETTINGS: Record<string, string> = {
  action: "compared by itself",
  decision: "compared with its action",
  action_comment: "compared with its action",
  assignment: "restricts nobody",
  audit_event: "the log itself",
  audit_head: "the log's end",
  schema_migration: "the schema",
  chat_agent: "not compared",
  chat_call: "conversations",
  chat_message: "conversations",
  chat_session: "conversations",
  checkpoint: "gathers actions",
  checkpoint_batch: "gathers actions",
  content_element: "content has revisions of its own",
  content_revision: "content has revisions of its own",
  content_type: "content",
  device_sign_in: "not compared: signing in",
  oauth_client: "not compared: signing in",
  oauth_code: "not compared: signing in",
  oauth_grant: "not compared: signing in; the agent that it is for is compared",
  oauth_token: "not compared: signing in",
  sign_on: "not compared: signing in",
  provided_member: "not compared: says which memberships a provider keeps; the memberships are compared",
  person: "not compared: signing in",
  person_account: "not compared: signing in",
  person_session: "not compared: signing in",
  person_verification: "not compared: signing in",
  sign_in_link: "not compared: signing in",
  sign_in_rate: "failures to sign in",
  kept_result: "compared with its action",
  mcp_delivery: "what was delivered",
  policy_epoch: "counts changes of settings",
  mcp_request_state: "what was used",
  notification: "what was sent",
  notification_cursor: "how far the log was planned",
  notification_preference: "how people are told",
  notification_channel_preference: "how people are told",
  notification_account: "where people are told",
  push_device: "where people are told",
  saved_record: "results of actions",
  saved_view: "filters under a name, which protect nothing",
  studio_run: "runs",
  tool_widget: "compared with its hash when it is read",
  upstream_target: "where an upstream was last seen",
};

/** SQL of someone with database access, and the setting that verification then names. `$w` stands for the workspace. */
const MANIPULATIONS: Record<string, [setting: string, ...statements: string[]]> = {
  "a tool needs no approval any more": [
    "tool/pay",
    "update tool set approval = 'never' where name = 'pay' and workspace_id = $w",
  ],
  "a tool's risk is lower": [
    "tool/pay",
    "update tool set risk = 0, risk_source = 'set' where name = 'pay' and workspace_id = $w",
  ],
  "a group may call it without a person": [
    "tool/pay",
    "update tool set never_in = '{default}' where name = 'pay' and workspace_id = $w",
  ],
  "other people approve a tool": ["tool/pay", "update tool set approver_ids = '{}' where name = 'pay' and workspace_id = $w"],
  "a rule of two approvers is gone": [
    "tool/move",
    "update tool set approval_rule = null where name = 'move' and workspace_id = $w",
  ],
  "a routing rule is gone": ["tool/move", "update tool set routing_rules = null where name = 'move' and workspace_id = $w"],
  "a routing rule asks of fewer calls": [
    "tool/move",
    "update tool set routing_rules = replace(routing_rules, '100', '900') where name = 'move' and workspace_id = $w",
  ],
  "people are offered another reason to reject a call": [
    "tool/say",
    "update tool set reject_reasons[2] = 'Fine' where name = 'say' and workspace_id = $w",
  ],
  "a rejected call may be asked again": [
    "tool/pay",
    "update tool set after_reject = 'ask' where name = 'pay' and workspace_id = $w",
  ],
  "an agent's group has one more tool": [
    "tool/move",
    "update tool set group_names = '{default}' where name = 'move' and workspace_id = $w",
  ],
  "a disabled tool is enabled": ["tool/pay", "update tool set enabled = not enabled where name = 'pay' and workspace_id = $w"],
  "another definition counts as accepted": [
    "tool/pay",
    "update tool set accepted_fingerprint = 'other' where name = 'pay' and workspace_id = $w",
  ],
  "a tool comes from another source": [
    "tool/pay",
    "update tool set source = 'key_other' where name = 'pay' and workspace_id = $w",
  ],
  "a tool draws something else": [
    "tool/pay",
    `update tool set widget = '{"height":240,"sha256":"ab"}' where name = 'pay' and workspace_id = $w`,
  ],
  "a tool is repeated when lost": [
    "tool/pay",
    "update tool set effect = 'idempotent' where name = 'pay' and workspace_id = $w",
  ],
  "a person answers at an agent's client": [
    "tool/pay",
    "update tool set in_client = true where name = 'pay' and workspace_id = $w",
  ],
  "a tool needs a second person": [
    "tool/pay",
    "update tool set needs_second_person = true where name = 'pay' and workspace_id = $w",
  ],
  "a tool is put in": [
    "tool/steal",
    `insert into tool (workspace_id, name, source, description, input_schema, effect, risk, scored_risk, approval, timeout_seconds, definition_hash)
      values ($w, 'steal', 'server', 's', '{}', 'unsafe', 0, 0, 'never', 9, 'hash')`,
  ],
  "a tool is taken out": ["tool/pay", "delete from tool where name = 'pay' and workspace_id = $w"],
  "an agent has more groups": [
    "api_key/agent",
    "update api_key set groups = '{default,admin}' where id = 'agent' and workspace_id = $w",
  ],
  "an agent may call more": ["api_key/agent", "update api_key set max_risk = 5 where id = 'agent' and workspace_id = $w"],
  "an agent's person may decide on its calls": [
    "api_key/agent",
    "update api_key set acts_for = null where id = 'agent' and workspace_id = $w",
  ],
  "an agent's person may confirm its calls": [
    "api_key/agent",
    "update api_key set self_confirm_max_risk = 5 where id = 'agent' and workspace_id = $w",
  ],
  "an agent's key is exchanged": [
    "api_key/agent",
    "update api_key set token_hash = 'x' || $w where id = 'agent' and workspace_id = $w",
  ],
  "a revoked key lives again": ["api_key/gone", "update api_key set revoked_at = null where id = 'gone' and workspace_id = $w"],
  "a token decides": [
    "api_key/token",
    "update api_key set scope = 'decide', role = 'admin' where id = 'token' and workspace_id = $w",
  ],
  "a token does not end": ["api_key/token", "update api_key set expires_at = null where id = 'token' and workspace_id = $w"],
  "a token is another person's": [
    "api_key/token",
    "update api_key set user_id = 'o' || user_id where id = 'token' and workspace_id = $w",
  ],
  "a key is put in": [
    "api_key/new",
    "insert into api_key (workspace_id, id, kind, name, token_hash, prefix) values ($w, 'new', 'agent', 'n', 'n' || $w, 'csa_')",
  ],
  "a key is accepted from anywhere": [
    "api_key/worker",
    "update api_key set allowed_addresses = null where id = 'worker' and workspace_id = $w",
  ],
  "a replaced key lives again": [
    "api_key/worker",
    "update api_key set former_until = now() + interval '9 years' where id = 'worker' and workspace_id = $w",
  ],
  "another key was the one before": [
    "api_key/worker",
    "update api_key set former_hash = 'y' || $w where id = 'worker' and workspace_id = $w",
  ],
  "a key is taken out": ["api_key/gone", "delete from api_key where id = 'gone' and workspace_id = $w"],
  "a role is raised": ["member/ousr_", "update member set role = 'admin' where role = 'viewer' and workspace_id = $w"],
  "a new approver counts at once": [
    "member/ousr_",
    "update member set counts_from = now() where role = 'viewer' and workspace_id = $w",
  ],
  "a member is put in": [
    "member/pusr_",
    "insert into member (workspace_id, user_id, role) values ($w, 'pusr_' || $w, 'admin')",
  ],
  "a member is taken out": ["member/ousr_", "delete from member where role = 'viewer' and workspace_id = $w"],
  "a group says something else": ["tool_group/default", "update tool_group set description = 'none' where workspace_id = $w"],
  "a group is taken out": ["tool_group/default", "delete from tool_group where workspace_id = $w"],
  "a grant lets more pass": [
    "standing_grant/grant",
    "update standing_grant set max_uses = 99 where id = 'grant' and workspace_id = $w",
  ],
  "a grant is unused": ["standing_grant/grant", "update standing_grant set uses = 0 where id = 'grant' and workspace_id = $w"],
  "a grant lets everything pass": [
    "standing_grant/grant",
    "update standing_grant set allow_when = 'true' where id = 'grant' and workspace_id = $w",
  ],
  "a grant does not end": [
    "standing_grant/grant",
    "update standing_grant set expires_at = now() + interval '9 years' where id = 'grant' and workspace_id = $w",
  ],
  "a revoked grant lives again": [
    "standing_grant/ended",
    "update standing_grant set revoked_at = null where id = 'ended' and workspace_id = $w",
  ],
  "a grant is put in": [
    "standing_grant/new",
    `insert into standing_grant (workspace_id, id, tool_name, tool_hash, tool_source, agent_id, agent_name, allow_when, max_uses,
      expires_at, written_by, written_name) values ($w, 'new', 'pay', 'h', 's', 'agent', 'A', 'true', 9, now(), 'ann', 'Ann')`,
  ],
  "a delegation lives again": ["delegation/lent", "update delegation set revoked_at = null where workspace_id = $w"],
  "a delegation is another person's": ["delegation/lent", "update delegation set delegate_id = 'eve' where workspace_id = $w"],
  "an upstream is trusted": ["upstream/hub", "update upstream set trust = 'trusted' where workspace_id = $w"],
  "an upstream is another server": ["upstream/hub", "update upstream set url = 'https://y.test/' where workspace_id = $w"],
  "a connection reaches other hosts": [
    "connection/con",
    `update connection set settings = '{"hosts":[]}' where workspace_id = $w`,
  ],
  "a connection reaches private addresses": [
    "connection/con",
    "update connection set allow_private = true where workspace_id = $w",
  ],
  "somebody else was on call last": ["on_call_team/con", "update on_call_team set user_ids = '{eve}' where workspace_id = $w"],
  "an on-call team is used before its time": [
    "on_call_team/con",
    "update on_call_team set starts_at = now() where workspace_id = $w",
  ],
  "the people on call are of another team": [
    "on_call_team/con",
    "update on_call_team set base_team = 'all' where workspace_id = $w",
  ],
  "a right is widened": [
    "content_right",
    "update content_right set rights = '{view,edit}' where id = 'r1' and workspace_id = $w",
  ],
  "a right is taken out": ["content_right", "delete from content_right where id = 'r2' and workspace_id = $w"],
  "all rights are taken out": ["content_right", "delete from content_right where workspace_id = $w"],
  "another version of an authored tool is published": [
    "studio_tool/made",
    "update studio_tool set published_version = 1 where workspace_id = $w",
  ],
  "a published version runs something else": [
    "studio_version/made/2",
    "alter table studio_version disable trigger studio_version_is_fixed",
    `update studio_version set draft = '{"b":2}' where version = 2 and workspace_id = $w`,
    "alter table studio_version enable trigger studio_version_is_fixed",
  ],
  "an emergency stop is lifted": ["emergency_stop", "delete from emergency_stop where workspace_id = $w"],
  "a paused tool goes on": ["refused_repeat/agent/pay", "update refused_repeat set paused_at = null where workspace_id = $w"],
  "rejections are forgotten": [
    "refused_repeat/agent/pay",
    "update refused_repeat set forgotten_at = now() where workspace_id = $w",
  ],
  "new approvers count at once": ["workspace", "update workspace set new_approver_wait_seconds = 0 where id = $w"],
};

const kind = inject("database");

/** Tests what `countersign audit verify` finds of settings changed without the gate, on any database. */
describe(`settings altered by SQL on ${kind}`, () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test.each(Object.entries(MANIPULATIONS))("G12 %s: named", async (_what, [setting, ...statements]) => {
    const id = await seedSettings(database);
    await recordSettings(database);
    expect((await verifySettings(database, id)).faults).toEqual([]);
    for (const statement of statements) await sql.raw(statement.replaceAll("$w", `'${id}'`)).execute(database.kysely);
    const { faults } = await verifySettings(database, id);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.setting?.replace(id, "")).toBe(setting);
    const [report] = await verifyAudit(database, id);
    expect(report?.faults).toEqual(faults);
  });

  test("G12 each column of a setting is evidence, or is listed as none, and so is each table", async () => {
    const { rows } = await sql<{
      name: string;
      columns: string[];
    }>`select table_name as name, array_agg(column_name::text) as columns
        from information_schema.columns where table_schema = 'public' group by 1`.execute(database.kysely);
    const known = [...Object.keys(SETTING_TABLES), ...Object.keys(NO_SETTINGS)];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    for (const { name, columns } of rows.filter((row) => row.name in SETTING_TABLES)) {
      const { columns: texts, lists = "", later = [], instants = "", beside = "" } = SETTING_TABLES[name as SettingName];
      const told = `${keyOf(name as SettingName).join(" ")} ${texts} ${lists} ${later.join(" ")} ${instants} ${beside}`
        .split(/\s+/)
        .filter(Boolean);
      const own = columns.filter((column) => column !== "workspace_id");
      expect([name, ...told.toSorted()]).toEqual([name, ...own.toSorted()]);
    }
  });

  test("G12 a change of any one column of evidence gives another hash", async () => {
    const id = await seedSettings(database);
    const { rows: types } = await sql<{ table: string; column: string; type: string }>`
        select table_name as "table", column_name as "column", data_type as type from information_schema.columns
        where table_schema = 'public'`.execute(database.kysely);
    const values: Record<string, unknown> = {
      text: "altered",
      integer: 4711,
      smallint: 5,
      bigint: 4711,
      boolean: "other",
      ARRAY: ["altered"],
      "timestamp with time zone": "2001-01-01T00:00:00Z",
    };
    for (const [name, { columns, lists = "", later = [], instants = "" }] of Object.entries(SETTING_TABLES)) {
      for (const column of `${columns} ${lists} ${later.join(" ")} ${instants}`.split(/\s+/).filter(Boolean)) {
        const type = types.find((one) => one.table === name && one.column === column)!.type;
        const workspace = sql.raw(name === "workspace" ? "id" : "workspace_id");
        const value =
          type === "boolean" ? sql`to_jsonb(not t.${sql.raw(column)})` : sql`${JSON.stringify(values[type])}::jsonb`;
        const { rows } = await sql<{ same: boolean }>`select ${hashOfSetting(name as SettingName, "t")} = ${hashOfSetting(
          name as SettingName,
          "o",
        )} as same from ${sql.table(name)} t cross join lateral jsonb_populate_record(null::${sql.table(name)},
            to_jsonb(t) || jsonb_build_object(${column}::text, coalesce(${value}, 'true'::jsonb))) o
            where t.${workspace} = ${id}`.execute(database.kysely);
        expect([name, column, rows.length > 0, rows.some(({ same }) => same)]).toEqual([name, column, true, false]);
      }
    }
  });

  test("G12 a tool without a value in a column of a later version has the hash of the version before", async () => {
    const id = await seedSettings(database);
    const { columns, instants = "" } = SETTING_TABLES.tool as { columns: string; instants?: string };
    expect(instants).toBe("");
    const base = `jsonb_build_array(${columns
      .split(/\s+/)
      .map((name) => `t.${name}`)
      .join(", ")})`;
    const ofVersions = { pay: base, move: `${base} || jsonb_build_array(t.routing_rules)` };
    for (const [name, was] of Object.entries(ofVersions)) {
      const { rows } = await sql<{ same: boolean }>`select ${hashOfSetting("tool", "t")}
          = '1:' || encode(sha256(convert_to((${sql.raw(was)})::text, 'UTF8')), 'hex') as same
        from tool t where t.workspace_id = ${id} and t.name = ${name}`.execute(database.kysely);
      expect([name, rows]).toEqual([name, [{ same: true }]]);
    }
  });

  test("G12 what an earlier version left is not comparable until a start records it, once; from then on it is", async () => {
    const id = await seedSettings(database);
    const count = { compared: 0, foundAtUpdate: 0 };
    const before = await verifySettings(database, id);
    expect(before).toEqual({ faults: [], settings: { ...count, notComparable: expect.any(Number) } });
    expect(before.settings.notComparable).toBeGreaterThan(15);
    await Promise.all([recordSettings(database), recordSettings(database)]);
    await recordSettings(database);
    const { notComparable } = before.settings;
    const recorded = { compared: notComparable, foundAtUpdate: notComparable, notComparable: 0 };
    expect(await verifySettings(database, id)).toEqual({ faults: [], settings: recorded });
    const events = await database.kysely.selectFrom("auditEvent").select("kind").where("workspaceId", "=", id).execute();
    expect(events.map((event) => event.kind)).toEqual(["settings.recorded"]);
    expect((await verifyAudit(database, id))[0]).toMatchObject({ faults: [], settings: recorded });
  });

  test("G12 a hash of another version of the evidence is not compared, and the next start records anew", async () => {
    const id = await seedSettings(database);
    const settingHashes = { workspace: "0:abc", "tool/pay": "0:abc", "api_key/former": null };
    await sql`insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
        values (${id}, 'settings.recorded', 'system', 's', 's', ${JSON.stringify({ settingHashes })})`.execute(database.kysely);
    expect(await verifySettings(database, id)).toMatchObject({ faults: [], settings: { compared: 0 } });
    await recordSettings(database);
    expect(await verifySettings(database, id)).toMatchObject({ faults: [], settings: { notComparable: 0 } });
  });
});
