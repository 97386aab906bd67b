import { describe, expect, inject, test } from "vitest";
import { sql } from "kysely";
import { verifyAudit, type AuditPosition } from "../../src/engine/records/verify-audit.ts";
import { need, propose } from "../support/gate.ts";
import { defineTool as define, prepareAttacks } from "./prepare-attacks.ts";

/** Replacement values for columns with a constraint. */
const OTHERS: Record<string, string> = {
  status: "failed",
  effect: "idempotent",
  verdict: "reject",
  user_edits: '{"amount":2}',
};
const OTHER_OF_TYPE: Record<string, string> = {
  smallint: "0",
  integer: "77",
  bigint: "77",
  boolean: "true",
  jsonb: '[{"attempt":9}]',
  "timestamp with time zone": "2001-01-01T00:00:00Z",
};

const kind = inject("database");

/** Tests rows changed without the audit chain; each test is the attack. */
describe(`forged rows on ${kind}`, () => {
  const { withGate, payAndApprove } = prepareAttacks(kind);

  test("G12 a preview or a result changed beside the chain is named, by the log and in the evidence", () =>
    withGate({ started: false }, async (gate) => {
      const tools = ["reports"];
      need(await gate.engine.declaredTools.register(gate.worker, [define("reports")]));
      const id = await payAndApprove(gate, "reports");
      const faults = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]!.faults;
      const evidence = async () => need(await gate.engine.audit.evidence(gate.people.admin, id)).faults;
      const forge = async (column: string, value: string | null) => {
        const { rows } = await sql<{
          was: string | null;
        }>`select ${sql.ref(column)} as was from action where id = ${id}`.execute(gate.database.kysely);
        await sql`update action set ${sql.ref(column)} = ${value} where id = ${id}`.execute(gate.database.kysely);
        expect([column, (await faults()).map(({ actionId }) => actionId), (await evidence()).length]).toEqual([
          column,
          [id],
          1,
        ]);
        await sql`update action set ${sql.ref(column)} = ${rows[0]!.was} where id = ${id}`.execute(gate.database.kysely);
        expect([await faults(), await evidence()]).toEqual([[], []]);
      };
      await forge("preview", '{"title":"Harmless"}');
      await forge("result", "null");
      const [claim] = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims;
      need(await gate.engine.workers.complete(gate.worker, claim!.id, { paid: "1 \u00e4 \u2713" }));
      await forge("result", '{"paid":2}');
      await forge("result", null);
      await forge("preview", '{"title":"Harmless"}');
    }));

  test("G12 inputs, edits and decisions changed beside the chain are named", () =>
    withGate({ started: false }, async (gate) => {
      const id = await payAndApprove(gate);
      const { kysely } = gate.database;
      const faults = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]!.faults;
      expect(await faults()).toEqual([]);
      const action = (column: string, value: string | null) =>
        sql`update action set ${sql.ref(column)} = ${value} where id = ${id}`;
      const decision = (column: string, value: string | null) =>
        sql`update decision set ${sql.ref(column)} = ${value} where action_id = ${id}`;
      const forgeries = [
        [action("effective_input", '{"amount":999}'), action("effective_input", '{"amount":1}')],
        [action("tool_input", '{"amount":999}'), action("tool_input", '{"amount":1}')],
        [action("user_edits", '{"amount":999}'), action("user_edits", null)],
        [decision("by_name", "ghost"), decision("by_name", gate.people.admin.name)],
        [decision("comment", "I never said so"), decision("comment", null)],
        [
          sql`insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, channel)
              select workspace_id, 'forged', action_id, verdict, by_kind, 'ghost', 'ghost', digest, channel from decision where action_id = ${id}`,
          sql`delete from decision where id = 'forged'`,
        ],
        [sql`delete from decision where action_id = ${id}`, undefined],
      ] as const;
      for (const [forge, undo] of forgeries) {
        await forge.execute(kysely);
        expect(new Set((await faults()).map(({ actionId }) => actionId))).toEqual(new Set([id]));
        await undo?.execute(kysely);
      }
    }));

  const ACTION_COLUMNS = `source effect risk caption current proposed error mission_id session_id batch_id proposed_kind proposed_by
      proposed_name supersedes superseded_by resolved_kind resolved_by resolved_name policy_when routing escalated_to vote_round edited_by
      delegation_id latest_expires_at not_before created_at expires_at resolved_at executed_at attempts user_edits preview result digest
      status version`;
  const DECISION_COLUMNS =
    "id verdict by_kind by_id by_name digest user_edits comment channel shown_for_ms vote_round self_confirmed at";

  test("G12 each column of an action and of its decision that is evidence is named when it was changed", () =>
    withGate({ started: false }, async (gate) => {
      const id = await payAndApprove(gate);
      const { kysely } = gate.database;
      const named = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]!.faults.length > 0;
      const unseen: string[] = [];
      const forge = async (table: "action" | "decision", column: string) => {
        const where = sql`where ${sql.ref(table === "action" ? "id" : "action_id")} = ${id}`;
        const at = sql.ref(column);
        const { rows } = await sql<{ was: string | null; type: string }>`
            select ${at}::text as was, pg_typeof(${at})::text as type from ${sql.table(table)} ${where}`.execute(kysely);
        const { was, type } = rows[0]!;
        const write = (value: string | null) =>
          sql`update ${sql.table(table)} set ${at} = ${value}::${sql.raw(type)} ${where}`.execute(kysely);
        await write(OTHERS[column] ?? OTHER_OF_TYPE[type] ?? "other");
        if (!(await named())) unseen.push(`${table}.${column}`);
        // Restored after each column, because a decision is found by its id.
        await write(was);
      };
      for (const column of ACTION_COLUMNS.split(/\s+/)) await forge("action", column);
      for (const column of DECISION_COLUMNS.split(" ")) await forge("decision", column);
      expect(unseen).toEqual([]);
      expect(await named()).toBe(false);
    }));

  test("G12 an instant that was moved from one column to another is named", () =>
    withGate({ started: false }, async (gate) => {
      const { approver } = gate.people;
      const id = await propose(gate, "pay", { amount: 1 });
      const notBefore = new Date(Date.now() + 3_600_000).toISOString();
      need(await gate.engine.decisions.approve(approver, id, { channel: "api", notBefore }));
      const faults = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]!.faults;
      expect(await faults()).toEqual([]);
      await sql`update action set latest_expires_at = not_before, not_before = null where id = ${id}`.execute(
        gate.database.kysely,
      );
      expect((await faults()).map(({ actionId }) => actionId)).toEqual([id]);
    }));

  test("G12 a verification that was interrupted goes on behind its position, and names what lies behind it", () =>
    withGate({ started: false }, async (gate) => {
      await payAndApprove(gate);
      const positions: AuditPosition[] = [];
      const { workspaceId } = gate.agent;
      const whole = await verifyAudit(gate.database, workspaceId, { onProgress: ({ position }) => positions.push(position) });
      const later = await payAndApprove(gate);
      const goOn = async () => (await verifyAudit(gate.database, undefined, { from: positions.at(-1) }))[0]!;
      expect(whole[0]).toMatchObject({ events: positions.at(-1)?.seq, head: positions.at(-1)?.hash, faults: [] });
      expect(await goOn()).toMatchObject({ workspaceId, faults: [] });
      await sql`update action set caption = 'other' where id = ${later}`.execute(gate.database.kysely);
      expect((await goOn()).faults).toMatchObject([{ actionId: later }]);
      await sql`alter table audit_event disable trigger audit_is_append_only`.execute(gate.database.kysely);
      await sql`update audit_event set actor_name = 'ghost' where action_id = ${later}`.execute(gate.database.kysely);
      expect((await goOn()).faults[0]).toMatchObject({ problem: expect.stringContaining("changed") });
    }));
});
