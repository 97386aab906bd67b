import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPglite } from "../../src/store/pglite/open-pglite.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-disk-"));
  await (await openPglite({ folder })).close();
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const failingDisk = new URL("../support/failing-disk.ts", import.meta.url).href;
const deafDisk = new URL("../support/deaf-disk.ts", import.meta.url).href;

test("a disk that fails to sync ends the database at once; what was acknowledged is there after a restart", async () => {
  const fatal: Error[] = [];
  const database = await openPglite({ folder, diskModule: failingDisk, onFatal: (error) => fatal.push(error) });
  onTestFinished(() => database.close());
  await database.script("create table kept (id int); insert into kept values (1);");
  await writeFile(join(folder, "disk-fails"), "");
  await expect(database.script("insert into kept values (2)")).rejects.toThrow("the embedded database stopped: EBADF");
  await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow("the embedded database stopped");
  await expect.poll(() => fatal.map(({ message }) => message)).toStrictEqual([expect.stringContaining("EBADF")]);
  await database.close();
  expect(fatal).toHaveLength(1);

  await rm(join(folder, "disk-fails"));
  const again = await openPglite({ folder });
  onTestFinished(() => again.close());
  const { rows } = await sql`select * from kept`.execute(again.kysely);
  // The second insert was never acknowledged; its bytes may or may not have reached the disk.
  expect(rows).toContainEqual({ id: 1 });
});

test("a database whose commits do not sync does not start", async () => {
  await expect(openPglite({ folder, diskModule: deafDisk })).rejects.toThrow("a commit did not reach the disk");
});

test("in use, dead rows and the write-ahead log do not pile up", async () => {
  const database = await openPglite({ folder });
  onTestFinished(() => database.close());
  await database.script(
    "create table churned (id int, text text); insert into churned select n, repeat('x', 500) from generate_series(1, 5000) n;",
  );
  for (let round = 0; round < 6; round += 1) await sql`update churned set id = id + 1`.execute(database.kysely);
  const { rows } = await sql<{ bytes: number; logBytes: number }>`
    select pg_relation_size('churned') as bytes, (select sum(size)::int8 from pg_ls_waldir()) as log_bytes
  `.execute(database.kysely);
  // Without vacuuming, the table would hold 7 copies of each row, 19 MB.
  expect(rows[0]?.bytes).toBeLessThan(12_000_000);
  expect(rows[0]?.logBytes).toBeLessThan(120_000_000);
});
