import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/store/open-database.ts";
import { describeSelf } from "../../src/store/pglite/lock-holder.ts";
import { lockFolder } from "../../src/store/pglite/lock-folder.ts";
import { openLifeline } from "../../src/store/pglite/lifeline.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "countersign-folder-"));
});
afterAll(async () => rm(root, { recursive: true, force: true }));

async function makeFolder(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  return folder;
}

/** A process that only stays alive; the test writes its lock. */
function startSleeper(): ChildProcess {
  return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
}

async function writeLock(folder: string, changes: object): Promise<void> {
  await writeFile(join(folder, "lock-1-foreign.json"), JSON.stringify({ ...(await describeSelf(null)), ...changes }));
}

test("a folder's data is there after closing and opening, and the lock is given back", async () => {
  const folder = join(root, "parent", "data");
  for (const round of [1, 2]) {
    const database = await openDatabase({ folder });
    await database.script(`create table if not exists kept (id int); insert into kept values (${round});`);
    const { rows } = await sql`select * from kept`.execute(database.kysely);
    expect(rows).toHaveLength(round);
    await database.close();
    expect((await readdir(folder)).sort()).toStrictEqual(["data", "database.json"]);
  }
});

test("a folder in use is refused by the holder's name, in this process too", async () => {
  const folder = await makeFolder("in-use");
  const database = await openDatabase({ folder });
  await expect(openDatabase({ folder })).rejects.toThrow(`folder ${folder} is in use by process ${process.pid} on `);
  await database.script("select 1");
  await database.close();
});

test("of many that lock at once at most one gets the folder, and keeps it; those that gave up leave it free", async () => {
  const folder = await makeFolder("many");
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
  const held = outcomes.filter((outcome) => outcome.status === "fulfilled");
  // All may have seen each other at every try.
  expect(held.length).toBeLessThanOrEqual(1);
  const release = held[0]?.value ?? (await lockFolder(folder));
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  await release();
  await (
    await lockFolder(folder)
  )();
  expect(await readdir(folder)).toStrictEqual([]);
});

test("a living process of another name keeps its folder, a dead one's is taken over", async () => {
  const folder = await makeFolder("taken-over");
  const sleeper = startSleeper();
  const started = await readStart(sleeper.pid);
  await writeLock(folder, { pid: sleeper.pid, started });
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${sleeper.pid}`);
  sleeper.kill("SIGKILL");
  await once(sleeper, "exit");
  await (
    await lockFolder(folder)
  )();
  expect(await readdir(folder)).toStrictEqual([]);
});

test("another process that got a dead holder's number does not keep its folder", async () => {
  const folder = await makeFolder("number-used-again");
  await writeLock(folder, { started: "1" });
  await (
    await lockFolder(folder)
  )();
});

test("a holder before the machine's restart is gone, one on another machine may live", async () => {
  const folder = await makeFolder("other-boot");
  await writeLock(folder, { boot: "earlier" });
  await (
    await lockFolder(folder)
  )();
  await writeLock(folder, { boot: "theirs", host: "elsewhere" });
  await expect(lockFolder(folder)).rejects.toThrow("on elsewhere since");
});

test("a holder in another container is asked through its lifeline", async () => {
  const folder = await makeFolder("container");
  const lifeline = await openLifeline(join(folder, "lock-1-foreign.sock"));
  expect(lifeline).toBeDefined();
  const theirs = { numbering: "pid:[1]", host: "container", lifeline: lifeline?.path };
  await writeLock(folder, theirs);
  await expect(lockFolder(folder)).rejects.toThrow("on container since");
  await lifeline?.close();
  await (
    await lockFolder(folder)
  )();
  await writeLock(folder, { ...theirs, lifeline: null });
  await expect(lockFolder(folder)).rejects.toThrow("on container since");
});

test("a first start that was cut short is begun again", async () => {
  const folder = await makeFolder("cut-short");
  await mkdir(join(folder, "data.unfinished"));
  await writeFile(join(folder, "data.unfinished", "PG_VERSION"), "18\n");
  const database = await openDatabase({ folder });
  await database.close();
  expect((await readdir(folder)).sort()).toStrictEqual(["data", "database.json"]);
});

test("data of another PGlite, or without its stamp, is refused with a way out", async () => {
  const folder = await makeFolder("stamped");
  await (await openDatabase({ folder })).close();
  const path = join(folder, "database.json");
  const stamp = JSON.parse(await readFile(path, "utf8")) as { postgres: string; pglite: string };
  await writeFile(path, JSON.stringify({ ...stamp, pglite: "0.4.9" }));
  await expect(openDatabase({ folder })).rejects.toThrow(/was made by PGlite 0\.4\.9 .* copy the data out with pg_dump/);
  await writeFile(join(folder, "data", "PG_VERSION"), "17\n");
  await writeFile(path, JSON.stringify(stamp));
  await expect(openDatabase({ folder })).rejects.toThrow(`this Countersign has PGlite ${stamp.pglite}`);
  await rm(path);
  await expect(openDatabase({ folder })).rejects.toThrow("no readable database.json");
  expect((await readdir(folder)).sort()).toStrictEqual(["data"]);
});

async function readStart(pid: number | undefined): Promise<string | null> {
  if (process.platform !== "linux") return null;
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}
