import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/**
 * Tables whose rows the audit log proves, and the columns it covers. An event about a change includes the row's hash after the
 * change, in the same transaction; `countersign audit verify` compares them.
 */
interface SettingTable {
  /** Columns that identify a row in its workspace; empty for a single row, "*" if rows are hashed together. */
  key: string;
  columns: string;
  /** List columns of later versions. A row in which they are empty has the hash that it had before there were any. */
  lists?: string;
  /** Other columns of later versions, those of one version together; the same for a row in which they are null. */
  later?: readonly string[];
  /** Columns with a time zone, compared as instants. */
  instants?: string;
  /** Those columns of `later` with a time zone. */
  laterInstants?: string;
  /** Columns that are not evidence: they follow from others, or change without an event. */
  beside?: string;
}

const TABLES = {
  workspace: { key: "", columns: "name new_approver_wait_seconds", beside: "id created_at" },
  archived_workspace: { key: "", columns: "archived_by archived_name", instants: "archived_at" },
  member: {
    key: "user_id",
    columns: "role former_role",
    lists: "teams former_teams",
    later: ["break_glass former_break_glass"],
    instants: "counts_from",
    beside: "created_at",
  },
  api_key: {
    key: "id",
    columns: `kind name token_hash prefix groups role user_id in_client max_risk acts_for private_sessions scope`,
    later: ["oauth_client_id", "self_confirm_max_risk", "allowed_addresses rotated_at former_hash former_prefix former_until"],
    instants: "created_at revoked_at expires_at",
    laterInstants: "rotated_at former_until",
    beside: "last_used_at former_used_at refused_at refused_from",
  },
  tool_group: { key: "name", columns: "description", beside: "updated_at" },
  tool: {
    key: "name",
    columns: `source title description input_schema effect risk approval protected_keys lifetime_seconds timeout_seconds previews
      enabled definition_hash group_names required_in never_in approval_when alias description_override prompt_template
      approver_role approver_ids delivery wait_seconds on_wait_end in_client risk_source scored_risk risk_reasons upstream
      upstream_name vetting findings definition fingerprint accepted_definition accepted_fingerprint settings_hash approval_set
      after_reject approval_rule remind_after_seconds escalate_after_seconds escalate_to batch_key rated_risk rated trusted
      vetted_fingerprint client_needs`,
    later: ["routing_rules", "reject_reasons", "widget", "needs_second_person"],
    beside: "updated_at first_seen_at",
  },
  standing_grant: {
    key: "id",
    columns: `tool_name tool_hash tool_source agent_id agent_name allow_when note max_uses uses written_by written_name revoked_by
      revoked_name`,
    instants: "expires_at created_at revoked_at",
  },
  delegation: {
    key: "id",
    columns: "user_id delegate_id created_by created_name",
    instants: "starts_at ends_at created_at revoked_at",
  },
  upstream: {
    key: "name",
    columns: `transport url trust prefix era enabled allow_private header_names sharing max_connections allow_questions
      call_seconds max_result_mebibytes max_tools`,
    // Key rotation re-encrypts values without changing them.
    beside: "sealed_headers key_id version created_at updated_at",
  },
  connection: {
    key: "id",
    columns: "connector name prefix settings enabled allow_private credential_fields credentials_version",
    beside: "sealed_credentials key_id version created_at updated_at",
  },
  on_call_team: {
    key: "connection_id",
    columns: "base_team on_call_team user_ids",
    instants: "starts_at",
    beside: "connection_name ignored problem changed_at",
  },
  content_right: { key: "*", columns: "folder kind who_kind who_id rights", beside: "id" },
  studio_tool: {
    key: "name",
    columns: "draft draft_hash draft_version published_version updated_by updated_name",
    beside: "created_at updated_at",
  },
  studio_version: {
    key: "name version",
    columns: "draft draft_hash definition_hash run_id published_by published_name",
    instants: "published_at",
  },
  emergency_stop: { key: "", columns: "reason stopped_by stopped_name", instants: "stopped_at" },
  refused_repeat: {
    key: "agent_id tool_name",
    columns: "id mission_id session_id agent_name action_id repeats",
    instants: "repeated_at paused_at forgotten_at lifted_at",
  },
} as const satisfies Record<string, SettingTable>;

export type SettingName = keyof typeof TABLES;
/** A row identified by table and key; a table alone means its only row, or all its rows. */
export type Setting = readonly [SettingName, ...(string | number)[]];

export const SETTING_TABLES: Readonly<Record<SettingName, SettingTable>> = TABLES;

/** Increment when the hashed columns change. Hashes of other versions are not compared; the next start records new ones. */
const VERSION = "1:";

const wordsOf = (text: string | undefined): string[] => text?.split(/\s+/).filter((word) => word !== "" && word !== "*") ?? [];
export const keyOf = (table: SettingName): string[] => wordsOf(SETTING_TABLES[table].key);
const isWhole = (table: SettingName): boolean => SETTING_TABLES[table].key === "*";
const ownWorkspace = (table: SettingName): string => (table === "workspace" ? "id" : "workspace_id");

/** The columns as JSON, so that different rows have different encodings. */
function columnsOf(table: SettingName, alias: string): string {
  const { columns, lists, later = [], instants, laterInstants } = SETTING_TABLES[table];
  const isInstant = new Set([...wordsOf(instants), ...wordsOf(laterInstants)]);
  const namesIn = (text: string | undefined): string[] =>
    wordsOf(text).map((name) => (isInstant.has(name) ? `extract(epoch from ${alias}.${name})` : `${alias}.${name}`));
  const first = [...namesIn(columns), ...namesIn(instants)];
  const generations = [
    { names: namesIn(lists), isNone: (column: string) => `cardinality(${column}) = 0` },
    ...later.map((text) => ({ names: namesIn(text), isNone: (column: string) => `${column} is null` })),
  ].filter(({ names }) => names.length > 0);
  // Each generation of columns follows the former one, so that a row without later values has the hash that it had before. A
  // generation is there whenever a later one has values, so that none can pass for another.
  const parts = generations.map(({ names }, n) => {
    const none = generations.slice(n).flatMap((one) => one.names.map(one.isNone));
    return `case when ${none.join(" and ")} then '[]' else jsonb_build_array(${names.join(", ")}) end`;
  });
  parts.unshift(`jsonb_build_array(${first.join(", ")})`);
  return `(${parts.join(" || ")})::text`;
}

const hashed = (text: string): string => `'${VERSION}' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const subjectIn = (table: SettingName, alias: string): string =>
  [`'${table}'`, ...keyOf(table).map((name) => `${alias}.${name}`)].join(" || '/' || ");

/** Event data with the hash of the changed row `alias`. Not for a table that is hashed as a whole. */
export const saySetting = (table: SettingName, alias: string) =>
  sql.raw<unknown>(
    `jsonb_build_object('settingHashes', jsonb_build_object(${subjectIn(table, alias)}, ${hashed(columnsOf(table, alias))}))`,
  );

/** Like `saySetting`, for a row that the statement deletes. */
export const saySettingGone = (table: SettingName, alias: string) =>
  sql.raw<unknown>(`jsonb_build_object('settingHashes', jsonb_build_object(${subjectIn(table, alias)}, null::text))`);

/** Hash of row `alias`, for comparison within one statement. */
export const hashOfSetting = (table: SettingName, alias: string) => sql.raw<string>(hashed(columnsOf(table, alias)));

export const isCurrentHash = (hash: string): boolean => hash.startsWith(VERSION);

/** Current hashes of these rows, in the transaction that changed them; null for a deleted row. */
export async function readSettings(
  db: Kysely<Schema>,
  workspaceId: string,
  settings: readonly Setting[],
): Promise<Record<string, string | null>> {
  if (settings.length === 0) return {};
  const parts = settings.map(([table, ...key]) => {
    const names = keyOf(table).map((name, n) => sql`${sql.raw(`t.${name}`)}::text = ${String(key[n])}`);
    const where = sql.join([sql`${sql.raw(`t.${ownWorkspace(table)}`)} = ${workspaceId}`, ...names], sql` and `);
    return sql`select ${[table, ...key].join("/")}::text as subject, (${hashIn(table)} where ${where}) as hash`;
  });
  const { rows } = await sql<{ subject: string; hash: string | null }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ subject, hash }) => [subject, hash]));
}

const hashIn = (table: SettingName) => {
  const columns = columnsOf(table, "t");
  const together = `case when count(*) > 0 then ${hashed(`string_agg(${columns}, ',' order by ${columns} collate "C")`)} end`;
  return sql.raw(`select ${isWhole(table) ? together : hashed(columns)} from ${table} t`);
};

/** Current hashes of all evidence rows of a workspace. */
export async function listSettings(db: Kysely<Schema>, workspaceId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of Object.keys(TABLES) as SettingName[]) {
    if (isWhole(table)) {
      const { [table]: hash } = await readSettings(db, workspaceId, [[table]]);
      if (hash) found.set(table, hash);
      continue;
    }
    const { rows } = await sql<{ subject: string; hash: string }>`
      select ${sql.raw(subjectIn(table, "t"))} as subject, ${hashOfSetting(table, "t")} as hash
      from ${sql.table(table)} t where ${sql.raw(`t.${ownWorkspace(table)}`)} = ${workspaceId}`.execute(db);
    for (const { subject, hash } of rows) found.set(subject, hash);
  }
  return found;
}

export interface ToldSetting {
  seq: number;
  kind: string;
  subject: string;
  hash: string | null;
}

/** Setting hashes from up to `limit` events after `seq`, in order. */
export async function findToldSettings(
  db: Kysely<Schema>,
  workspaceId: string,
  seq: number,
  limit: number,
): Promise<ToldSetting[]> {
  const { rows } = await sql<ToldSetting>`
    select e.seq, e.kind, s.key as subject, s.value as hash from (
      select seq, kind, data from audit_event
      where workspace_id = ${workspaceId} and seq > ${seq} and data like '%"settingHashes":%' order by seq limit ${limit}
    ) e cross join lateral jsonb_each_text(e.data::jsonb -> 'settingHashes') s order by e.seq`.execute(db);
  return rows;
}

/** Whether the log has hashes of this workspace's settings in the current version. */
export async function areSettingsTold(db: Kysely<Schema>, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_event where workspace_id = ${workspaceId} and data like '%"settingHashes":%'
      and data::jsonb -> 'settingHashes' ->> 'workspace' like ${`${VERSION}%`} order by seq limit 1`.execute(db);
  return rows.length > 0;
}
