import { sql } from "kysely";
import { openPglite } from "../../packages/server/src/store/pglite/open-pglite.ts";
import { hashAuditRow } from "../../packages/server/test/support/hash-audit-row.ts";

/** Opens the database and returns its faults: lost or partial acknowledged transactions, or a broken audit chain. */
export async function verifyFolder(folder: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  const database = await openPglite({ folder });
  try {
    const { rows } = await sql<{ id: string }>`select id from durability_row`.execute(database.kysely);
    const events = await database.kysely
      .selectFrom("auditEvent")
      .selectAll()
      .where("workspaceId", "=", "w")
      .orderBy("seq")
      .execute();
    const written = new Set(rows.map(({ id }) => id));
    const recorded = new Set(events.map(({ actionId }) => actionId));
    const lost = [...acknowledged].filter((id) => !written.has(id) || !recorded.has(id));
    if (lost.length > 0) faults.push(`${lost.length} acknowledged transactions lost`);
    if (written.size !== rows.length || rows.length !== events.length || [...written].some((id) => !recorded.has(id))) {
      faults.push(`${rows.length} rows and ${events.length} events are not the same`);
    }
    let hash = Buffer.alloc(32);
    for (const [index, event] of events.entries()) {
      hash = hashAuditRow(hash, event);
      if (event.seq !== index + 1 || !hash.equals(event.hash)) {
        faults.push(`the chain breaks at event ${event.seq}`);
        break;
      }
    }
    const head = await database.kysely.selectFrom("auditHead").selectAll().where("workspaceId", "=", "w").executeTakeFirst();
    if ((head?.seq ?? 0) !== events.length)
      faults.push(`the chain's head says ${head?.seq}, there are ${events.length} events`);
    // Reads the rows through the index, which must contain every row of the table.
    await sql`set enable_seqscan = off`.execute(database.kysely);
    const { rows: indexed } = await sql<{ count: number }>`
      select count(*) as count from durability_row where id = any(${[...written]}::text[])
    `.execute(database.kysely);
    if (indexed[0]?.count !== rows.length) faults.push(`the index knows ${indexed[0]?.count} of ${rows.length} rows`);
    return faults;
  } finally {
    await database.close();
  }
}
