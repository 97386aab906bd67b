import { sql } from "kysely";
import type { People } from "./people-tables.ts";

const NOTE_MILLISECONDS = 10_000;

export interface KeyUse {
  /** Returns at once. Writes the time in the background, at most once in 10 seconds for each key. */
  note(workspaceId: string, keyId: string): void;
  /** Resolves when all pending writes are done. */
  settle(): Promise<void>;
}

/**
 * Maintains `last_used_at`, by which people find unused keys, and see that a client connects. A lost use is harmless; failed
 * writes are logged.
 */
export function openKeyUse(people: People, now: () => number, log: (message: string) => void): KeyUse {
  const notedAt = new Map<string, number>();
  const writing = new Set<Promise<void>>();

  async function write(workspaceId: string, keyId: string): Promise<void> {
    try {
      await people
        .updateTable("apiKey")
        .set({ lastUsedAt: sql<Date>`now()` })
        .where("workspaceId", "=", workspaceId)
        .where("id", "=", keyId)
        .execute();
    } catch (error) {
      log(`last use of key ${keyId} not written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    note(workspaceId, keyId) {
      const last = notedAt.get(keyId);
      if (last !== undefined && now() - last < NOTE_MILLISECONDS) return;
      notedAt.set(keyId, now());
      const written = write(workspaceId, keyId).finally(() => writing.delete(written));
      writing.add(written);
    },
    settle: async () => {
      await Promise.all(writing);
    },
  };
}
