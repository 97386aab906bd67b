import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ImportFault } from "./import-fault.ts";

/** Somebody may have written the file since it was read, for instance while a person was asked. */
export async function refuseChanged(path: string, text: string): Promise<void> {
  if (((await readText(path)) ?? "") !== text) throw new ImportFault(`${path} was changed in the meantime and was not written`);
}

/** Writes a file in one step, so that no program reads it half written. Only its owner may read a new one, which can hold secrets. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const real = await realpath(path).catch(() => path);
  const mode = await stat(real).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const next = `${real}.${process.pid}-${randomBytes(4).toString("hex")}.new`;
  await writeFile(next, text, { mode: 0o600, flag: "wx" });
  try {
    await chmod(next, mode);
    await rename(next, real);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** Undefined if there is no such file. */
export async function readText(path: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new ImportFault(`${path} cannot be read (${codeOf(error) ?? "unknown"}).`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ImportFault(`${path} is not text in UTF-8.`);
  }
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Milliseconds: a lock is held for the time of one change; one of this age was left by a program that was killed. */
const LEFT_MS = 20_000;
const WAIT_MS = 30_000;

/**
 * Runs a change of a file while no other program of ours changes it, in a folder that is made if it is missing. Clients start
 * several programs at once, of which each adds its server.
 */
export async function withFileLock<T>(path: string, change: () => Promise<T>): Promise<T> {
  const lock = `${await realpath(path).catch(() => path)}.lock`;
  const own = `${process.pid} ${randomBytes(8).toString("hex")}`;
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  for (const until = Date.now() + WAIT_MS; !(await tryLock(lock, own)); await sleep(20 + Math.random() * 30))
    if (Date.now() > until)
      throw new ImportFault(`${lock} is held by another program. Delete it if no such program is running.`);
  try {
    return await change();
  } finally {
    if ((await readFile(lock, "utf8").catch(() => "")) === own) await rm(lock, { force: true });
  }
}

async function tryLock(lock: string, own: string): Promise<boolean> {
  try {
    await writeFile(lock, own, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const held = await readFile(lock, "utf8").catch(() => undefined);
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (held === undefined || !(age > LEFT_MS || isOver(held))) return false;
  // Of several that find it, one moves it. Nobody can have taken the lock in between but one that moved it before.
  const moved = `${lock}.${own.replace(" ", "-")}`;
  await rename(lock, moved).catch(() => undefined);
  const taken = await readFile(moved, "utf8").catch(() => undefined);
  await rm(moved, { force: true });
  if (taken !== undefined && taken !== held) await writeFile(lock, taken, { mode: 0o600, flag: "wx" }).catch(() => undefined);
  return false;
}

/** Whether the program that wrote the lock has ended. An empty lock may be one that is being written. */
function isOver(held: string): boolean {
  const pid = Number(/^\d+/.exec(held)?.[0] ?? Number.NaN);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
