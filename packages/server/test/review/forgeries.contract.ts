import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { verifyAudit } from "../../src/engine/verify-audit.ts";
import type { DatabaseKind } from "../support/database.ts";
import { need } from "../support/gate.ts";
import { defineTool as define, prepareAttacks } from "./prepare-attacks.ts";

/** Rows changed beside the audit chain; each test is the attack. */
export function describeForgeries(kind: DatabaseKind): void {
  describe(`forged rows on ${kind}`, () => {
    const { withGate, payAndApprove } = prepareAttacks(kind);

    test("G12 a preview or a result changed beside the chain is named, by the log and in the evidence", () =>
      withGate({ started: false }, async (gate) => {
        const tools = ["reports"];
        need(await gate.engine.registerTools(gate.worker, [define("reports")]));
        const id = await payAndApprove(gate, "reports");
        const faults = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]!.faults;
        const evidence = async () => need(await gate.engine.evidence(gate.people.admin, id)).faults;
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
        const [claim] = need(await gate.engine.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims;
        need(await gate.engine.complete(gate.worker, claim!.id, { paid: "1 \u00e4 \u2713" }));
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
          [sql`delete from decision where action_id = ${id}`, undefined],
        ] as const;
        for (const [forge, undo] of forgeries) {
          await forge.execute(kysely);
          expect(new Set((await faults()).map(({ actionId }) => actionId))).toEqual(new Set([id]));
          await undo?.execute(kysely);
        }
      }));
  });
}
