import { writeSync } from "node:fs";
import { sql } from "kysely";
import { migrate } from "../../packages/server/src/store/migrate.ts";
import { openPglite } from "../../packages/server/src/store/pglite/open-pglite.ts";

// Writes until it is killed. A line on standard output acknowledges that this transaction is committed.

const [folder, round, fsync, diskModule] = process.argv.slice(2);
if (folder === undefined || round === undefined)
  throw new Error("usage: writer <folder> <round> [fsync|no-fsync] [disk module]");

const database = await openPglite({
  folder,
  fsync: fsync !== "no-fsync",
  ...(diskModule === undefined ? {} : { diskModule }),
  onFatal: (error) => {
    throw error;
  },
});
await migrate(database);
await database.script("create table if not exists durability_row (id text primary key, text text not null)");
await addWorkspace();
for (let count = 0; ; count += 1) await writeOne(`${round}-${count}`);

async function addWorkspace(): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("workspace")
      .values({ id: "w", name: "w" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .insertInto("auditHead")
      .values({ workspaceId: "w", seq: 0, hash: new Uint8Array(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Writes what a decision writes: a new row, its event in the chain, and a change to an existing row. */
async function writeOne(id: string): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`insert into durability_row values (${id}, ${"x".repeat(300)})`.execute(transaction);
    await transaction
      .insertInto("auditEvent")
      .values({
        workspaceId: "w",
        kind: "written",
        actionId: id,
        actorKind: "system",
        actorId: "writer",
        actorName: "writer",
        data: "{}",
      })
      .execute();
    await transaction.updateTable("workspace").set({ name: id }).where("id", "=", "w").execute();
  });
  writeSync(1, `${id}\n`);
}
