import { access, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const KEPT_MS = 7 * 86_400_000;

/**
 * Records used approvals as empty files named by action id. The files can only revoke a permission: approval is read from the
 * server, so a forged file allows nothing.
 */
export async function openPasses(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const pathOf = (id: string): string => {
    if (!/^[\w-]{1,100}$/.test(id)) throw new Error("The server gave an id that cannot be a file name.");
    return join(folder, id);
  };
  return {
    takePass: async (id: string): Promise<boolean> => {
      try {
        await (await open(pathOf(id), "wx", 0o600)).close();
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === "EEXIST") return false;
        throw error;
      }
    },
    isTaken: async (id: string): Promise<boolean> => {
      try {
        await access(pathOf(id));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Removes files older than `KEPT_MS`, far longer than any approval can be used. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
