import { CamelCasePlugin, Kysely } from "kysely";
import { ChangeListeners } from "../change-listeners.ts";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { prepareFolder } from "./prepare-folder.ts";
import { createPgliteDialect } from "./pglite-dialect.ts";
import { PriorityMutex, type Purpose } from "./priority-mutex.ts";
import { Upkeep } from "./upkeep.ts";
import { WorkerLink } from "./worker-link.ts";

export interface PgliteOptions {
  /** Data folder; in memory if absent. */
  folder?: string;
  /** Archived data folder for a database in memory. */
  archive?: Uint8Array;
  /** PGlite's compiled code, so that the databases of one process share it; compiled by the database's thread if absent. */
  code?: WebAssembly.Module;
  onFatal?: (error: Error) => void;
  /** False only to prove that the durability commands detect it. */
  fsync?: boolean;
  /** Module that wraps the disk, for the durability commands. */
  diskModule?: string;
}

export interface PgliteDatabase extends Database {
  /** Returns the whole data folder as an archive. */
  dump(): Promise<Uint8Array>;
}

/** PostgreSQL in this process: one session in its own thread, an exclusively locked folder, durable commits. */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const { archive, code, diskModule, fsync = true, onFatal = () => undefined } = options;
  const folder = options.folder === undefined ? undefined : await prepareFolder(options.folder);
  const link = await WorkerLink.start(
    {
      fsync,
      ...(folder && { folder: folder.dataFolder }),
      ...(archive && { archive }),
      ...(code && { code }),
      ...(diskModule !== undefined && { diskModule }),
    },
    onFatal,
  ).catch(async (error: unknown) => {
    await folder?.release();
    throw error;
  });
  return createPgliteDatabase({
    run: (text, parameters) => link.run(text, parameters),
    dump: () => link.dump(),
    close: async () => {
      try {
        await link.close();
      } finally {
        await folder?.release();
      }
    },
  });
}

/** Creates the database over a link to its thread. Closing waits for running statements, then calls `link.close` once. */
export function createPgliteDatabase(link: Pick<WorkerLink, "run" | "dump" | "close">): PgliteDatabase {
  const turns = new PriorityMutex();
  const upkeep = new Upkeep(link, turns);
  const open = (purpose: Purpose): Kysely<Schema> =>
    new Kysely<Schema>({
      dialect: createPgliteDialect(async (text, parameters) => upkeep.count(await link.run(text, parameters)), turns, purpose),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
  const kysely = open("request");
  const urgent = open("urgent");
  const listeners = new ChangeListeners();
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    listeners.clear();
    upkeep.stop();
    try {
      await turns.end();
      await Promise.all([kysely.destroy(), urgent.destroy()]);
    } finally {
      // Closes even during a transaction that does not end: its writes stay uncommitted, as after a crash.
      await link.close();
    }
  };
  return {
    kind: "pglite",
    kysely,
    urgent,
    async script(text) {
      await turns.take();
      try {
        await link.run(text);
      } finally {
        turns.give();
      }
    },
    // No other process can open the folder, so all listeners are in this process.
    notify: (workspaceId) => listeners.tell(workspaceId),
    listen: (onChange) => listeners.add(onChange),
    dump: () => link.dump(),
    close: () => (closed ??= close()),
  };
}
