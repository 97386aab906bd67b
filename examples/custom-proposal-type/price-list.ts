// The example's own store: a price list in one JSON file that several programs read and write.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rmdir, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

export interface Entry {
  price: { amount: string; currency: string };
  validFrom: string;
  note: string;
}
export interface PriceList {
  currency: string;
  entries: Record<string, Entry>;
  /** Idempotency keys of completed changes, so that a change whose answer was lost can be found. */
  made: string[];
}

export const readList = async (file: string): Promise<PriceList> => JSON.parse(await readFile(file, "utf8")) as PriceList;

export const entryOf = (list: PriceList, product: string): Entry | undefined =>
  Object.hasOwn(list.entries, product) ? list.entries[product] : undefined;

/** Version token of an entry; differs for every state. */
export const versionOf = (entry: Entry): string =>
  createHash("sha256")
    .update(JSON.stringify([entry.price.amount, entry.price.currency, entry.validFrom, entry.note]))
    .digest("hex");

/** Compare-and-set under the file lock. Returns false if the entry no longer has the given version. */
export async function writeEntry(
  file: string,
  change: { product: string; version: string; next: Entry; key: string },
): Promise<boolean> {
  return underLock(file, async () => {
    const list = await readList(file);
    const now = entryOf(list, change.product);
    if (now === undefined || versionOf(now) !== change.version) return false;
    list.entries[change.product] = change.next;
    list.made.push(change.key);
    await writeFile(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`);
    await rename(`${file}.new`, file);
    return true;
  });
}

/** Runs the work under a file lock. Creating a folder is atomic, so only one program can succeed. */
async function underLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (;;) {
    const isMine = await mkdir(lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
    if (isMine) break;
    await pause(20);
  }
  try {
    return await work();
  } finally {
    await rmdir(lock);
  }
}
