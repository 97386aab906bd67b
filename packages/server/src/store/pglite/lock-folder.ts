import { randomBytes } from "node:crypto";
import { readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Holder, describeSelf, isAlive } from "./lock-holder.ts";
import { openLifeline } from "./lifeline.ts";

const PREFIX = "lock-";
const TRIES = 5;

interface OwnLock {
  name: string;
  remove(): Promise<void>;
}

/**
 * Makes this process the folder's only user; a second one would silently lose all that the first commits. Each process writes
 * its own lock file first and reads the others' afterwards, so of two concurrent starts at least one sees the other, and
 * removing a dead process's file never affects a live one. Age does not prove death: the holder may be slow.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt += 1) {
    const own = await writeOwnLock(folder);
    const holder = await findOtherHolder(folder, own.name);
    if (holder === undefined) return own.remove;
    await own.remove();
    // Two concurrent starts have both seen each other; after a random pause one of them comes first.
    if (attempt === TRIES) throw new Error(`folder ${folder} is in use by ${holder}`);
    await sleep(20 + Math.random() * 80);
  }
}

async function writeOwnLock(folder: string): Promise<OwnLock> {
  const base = `${PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`;
  const name = `${base}.json`;
  const lifeline = await openLifeline(join(folder, `${base}.sock`));
  // Written under a temporary name until it is complete and synced: a partial lock, or the empty one that a power cut was seen
  // to leave, would have to be refused.
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, `${JSON.stringify(await describeSelf(lifeline?.path ?? null))}\n`, { flag: "wx", flush: true });
  await rename(unfinished, join(folder, name));
  return {
    name,
    async remove() {
      await rm(join(folder, name), { force: true });
      await lifeline?.close();
    },
  };
}

async function findOtherHolder(folder: string, own: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX) || !name.endsWith(".json") || name === own) continue;
    const holder = await readHolder(join(folder, name));
    if (!holder) continue;
    if (await isAlive(holder)) {
      const { pid, since, host } = holder;
      return `process ${pid} on ${host} since ${since}. Stop it first; if it is surely gone, delete ${name} there`;
    }
    await rm(join(folder, name), { force: true });
    if (holder.lifeline !== null) await rm(holder.lifeline, { force: true });
  }
  return undefined;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch (error) {
    // Released between the two reads.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`the lock ${path} cannot be read; if no process uses the folder, delete it`, { cause: error });
  }
}
