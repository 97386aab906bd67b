import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { agentFacts, grantFacts, personFacts, toolFacts } from "../../src/store/statements/policy-facts.ts";
import { openGate, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** The columns that a judgement reads, by table, and how each is changed to another value; the rest moves nothing. */
const FACTS = {
  tool: {
    source: "source || 'x'",
    definition_hash: "definition_hash || 'x'",
    enabled: "not enabled",
    vetting: "'changed'",
    risk: "3 - risk % 2",
    approval: "case approval when 'never' then 'required' else 'never' end",
    approval_when: "coalesce(approval_when, '') || 'x'",
    group_names: "group_names || '{more}'",
    required_in: "required_in || '{more}'",
    never_in: "never_in || '{more}'",
    approver_role: "case when approver_role is null then 'admin' end",
    approver_ids: "approver_ids || '{somebody}'",
    approval_rule: `case when approval_rule is null then '{"needs":"any_of","of":[{"role":"admin"}]}' end`,
    routing_rules: `coalesce(routing_rules, '') || '[{"name":"one","when":"true"}]'`,
    escalate_to: "'[]', escalate_after_seconds = 60",
    in_client: "not coalesce(in_client, false)",
    needs_second_person: "not coalesce(needs_second_person, false)",
  },
  api_key: {
    groups: "groups || '{more}'",
    max_risk: "coalesce(max_risk, 0) + 1",
    in_client: "not in_client",
    acts_for: "coalesce(acts_for, '') || 'x'",
    self_confirm_max_risk: "case when self_confirm_max_risk is null then 3 end",
    revoked_at: "coalesce(revoked_at, now()) + interval '1 second'",
    kind: "'worker', acts_for = null, self_confirm_max_risk = null",
  },
  member: {
    role: "case role when 'viewer' then 'approver' else 'viewer' end",
    former_role: "case when former_role is null then 'viewer' end",
    teams: "teams || '{more}'",
    former_teams: "former_teams || '{more}'",
    break_glass: "not coalesce(break_glass, false)",
    former_break_glass: "not coalesce(former_break_glass, false)",
    counts_from: "counts_from + interval '1 second'",
  },
  delegation: {
    user_id: "user_id || 'x'",
    delegate_id: "delegate_id || 'y'",
    starts_at: "starts_at - interval '1 second'",
    ends_at: "ends_at + interval '1 second'",
    revoked_at: "now()",
  },
  standing_grant: {
    tool_name: "tool_name || 'x'",
    tool_hash: "tool_hash || 'x'",
    tool_source: "tool_source || 'x'",
    agent_id: "agent_id || 'x'",
    allow_when: "allow_when || ' '",
    expires_at: "expires_at + interval '1 second'",
    written_by: "written_by || 'x'",
    revoked_at: "now()",
  },
} as const;
type Table = keyof typeof FACTS;
const TABLES = Object.keys(FACTS) as Table[];

/** Changes of the same tables that no judgement depends on. */
const OTHERS: Record<Table, string> = {
  tool: "updated_at = now() + interval '1 hour', title = 'Other', timeout_seconds = 7",
  api_key: "last_used_at = now(), name = 'Other'",
  member: "created_at = now() - interval '1 hour'",
  delegation: "created_name = 'Other'",
  standing_grant: "uses = uses + 1, note = 'other'",
};

/** The columns that the JSON of a row's facts is made of. */
const READ: Record<Table, RawBuilder<unknown>> = {
  tool: toolFacts("tool"),
  api_key: agentFacts("api_key"),
  member: personFacts("person", "member"),
  delegation: sql`delegation.revoked_at`,
  standing_grant: grantFacts("standing_grant"),
};

describe(`the policy epoch on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    const { agent, people } = gate;
    await sql`insert into delegation (workspace_id, id, user_id, delegate_id, starts_at, ends_at, created_by, created_name)
      values (${agent.workspaceId}, 'd', 'a', 'b', now(), now() + interval '1 day', 'a', 'a')`.execute(gate.database.kysely);
    await sql`insert into standing_grant (workspace_id, id, tool_name, tool_hash, tool_source, agent_id, agent_name, allow_when,
        max_uses, expires_at, written_by, written_name)
      values (${agent.workspaceId}, 'g', 'pay', 'h', 'server', ${agent.id}, 'agent', 'true', 9, now() + interval '1 day',
        ${people.admin.id}, 'admin')`.execute(gate.database.kysely);
  });
  afterAll(async () => gate.close());

  const epoch = async (workspaceId = gate.agent.workspaceId): Promise<number> => {
    const { rows } = await sql<{ epoch: number }>`select epoch from policy_epoch where workspace_id = ${workspaceId}`.execute(
      gate.database.kysely,
    );
    return rows[0]?.epoch ?? 0;
  };
  const run = async (text: string) => sql.raw(text).execute(gate.database.kysely);
  /** One row of each table. */
  const only: Record<Table, string> = {
    tool: "name = 'pay'",
    api_key: "kind in ('agent', 'worker') and id like 'agent%'",
    member: "user_id like 'viewer%'",
    delegation: "id = 'd'",
    standing_grant: "id = 'g'",
  };

  test.each(TABLES)("G8 moves with every fact of %s that a judgement reads, and with nothing else of it", async (table) => {
    for (const [column, value] of Object.entries(FACTS[table])) {
      const before = await epoch();
      if (column === "approval_rule") await run(`update tool set approver_role = null, approver_ids = '{}' where ${only.tool}`);
      const middle = await epoch();
      await run(`update ${table} set ${column} = ${value} where ${only[table]}`);
      expect([column, (await epoch()) - middle, middle >= before]).toEqual([column, 1, true]);
    }
    const before = await epoch();
    await run(`update ${table} set ${OTHERS[table]} where ${only[table]}`);
    // Written again as it is.
    await run(
      `update ${table} set ${Object.keys(FACTS[table])
        .map((column) => `${column} = ${column}`)
        .join(", ")}`,
    );
    expect(await epoch()).toBe(before);
  });

  test.each(TABLES)("every column of %s that is read as a fact is one that moves it", (table) => {
    const { sql: text } = sql`${READ[table]}`.compile(gate.database.kysely);
    const read = [...text.matchAll(/"(?<of>\w+)"\.(?<column>\w+)|\b(?<plain>\w+)\.(?<name>\w+)/g)]
      .filter(({ groups }) => (groups!["of"] ?? groups!["plain"]) === table)
      .map(({ groups }) => groups!["column"] ?? groups!["name"]!);
    const keys = ["name", "id", "workspace_id"];
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((column) => !keys.includes(column) && !(column in FACTS[table]))).toEqual([]);
  });

  test("G8 moves once for a transaction, whatever it changes, and for rows that come and go", async () => {
    const before = await epoch();
    await gate.database.kysely.transaction().execute(async (trx) => {
      await sql`update tool set risk = 4 - risk % 2`.execute(trx);
      await sql`update tool set enabled = not enabled`.execute(trx);
      await sql`update member set counts_from = counts_from + interval '1 second'`.execute(trx);
    });
    expect((await epoch()) - before).toBe(1);
    await run("delete from delegation where id = 'd'");
    expect((await epoch()) - before).toBe(2);
    await gate.database.kysely
      .transaction()
      .execute(async (trx) => {
        await sql`delete from standing_grant`.execute(trx);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect((await epoch()) - before).toBe(2);
  });

  test("does not move with the keys and tokens that no judgement reads", async () => {
    const before = await epoch();
    await run(`insert into api_key (workspace_id, id, kind, name, token_hash, prefix)
      values ('${gate.agent.workspaceId}', 'other', 'worker', 'other', 'other', '')`);
    await run("update api_key set groups = '{more}', revoked_at = now() where id = 'other'");
    await run("delete from api_key where id = 'other'");
    expect(await epoch()).toBe(before);
  });

  test("G9 moves for the workspace of the change alone", async () => {
    const other = await openGate(kind, { started: false, database: gate.database });
    const before = await epoch();
    const { workspaceId } = other.agent;
    const theirs = await epoch(workspaceId);
    await sql`update tool set enabled = not enabled where workspace_id = ${workspaceId}`.execute(gate.database.kysely);
    expect([await epoch(), await epoch(workspaceId)]).toEqual([before, theirs + 1]);
    await other.close();
  });
});
