import { sql } from "kysely";
import { expect, test } from "vitest";
import { createEngine } from "../../src/engine/create-engine.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { lockAuditHead } from "../../src/store/statements/audit-events.ts";
import { openGate } from "../support/gate.ts";
import { untilBlocked } from "../support/until-blocked.ts";

test("the tools of a starting server wait for the audit head and lock no row before they have it", async () => {
  const gate = await openGate("pg", { started: false });
  const { database, agent } = gate;
  const definition = { name: "pay", description: "another version", inputSchema: { type: "object" } };
  const registry = createRegistry([{ name: "own", tools: [{ definition, approval: "required" } as never] }]);
  const next = createEngine({ database, registry });
  let registering: Promise<void> | undefined;
  await database.kysely.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await lockAuditHead(trx, agent.workspaceId);
    registering = next.declaredTools.registerServer(agent.workspaceId);
    await untilBlocked(database.urgent);
    // A change of settings locks the tool in the same order. With the other one both would wait for each other.
    await sql`select from tool where name = 'pay' for update nowait`.execute(trx);
  });
  await registering;
  const { rows } = await sql<{ description: string }>`select description from tool where name = 'pay'`.execute(database.kysely);
  expect(rows).toEqual([{ description: "another version" }]);
  await next.stop(1);
  await gate.close();
});

test("what a tool needs of clients is noted under the audit head, and locks no row before", async () => {
  const gate = await openGate("pg", { started: false });
  const { database, agent } = gate;
  await sql`update tool set upstream_name = 'own' where name = 'pay'`.execute(database.kysely);
  const { rows: sources } = await sql<{ source: string }>`select source from tool where name = 'pay'`.execute(database.kysely);
  const note = () =>
    gate.engine.gateway.noteClientNeed({ workspaceId: agent.workspaceId, source: sources[0]!.source }, "own", "roots");
  let noting: Promise<void> | undefined;
  await database.kysely.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await lockAuditHead(trx, agent.workspaceId);
    noting = note();
    await untilBlocked(database.urgent);
    await sql`select from tool where name = 'pay' for update nowait`.execute(trx);
  });
  await noting;
  await note();
  const stored = sql<{ needs: string[]; events: number }>`select client_needs as needs, (select count(*)::int from audit_event
    where kind = 'tool.client_need_seen') as events from tool where name = 'pay'`;
  expect((await stored.execute(database.kysely)).rows).toEqual([{ needs: ["roots"], events: 1 }]);
  await gate.close();
});
