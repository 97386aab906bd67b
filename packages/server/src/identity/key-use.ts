import { sql } from "kysely";
import type { People } from "./people-tables.ts";

const NOTE_MILLISECONDS = 10_000;

/** A row of `api_key`, and which of its keys came: the present one, or the one that it replaced. */
export interface UsedKey {
  workspaceId: string;
  id: string;
  /** Null: a token of an agent that signs in by OAuth. */
  tokenHash: string | null;
}

export interface KeyUse {
  /** Returns at once. Writes the time in the background, at most once in 10 seconds for each key. */
  note(key: UsedKey): void;
  /** Like `note`, for a request from an address that the key does not allow. */
  noteRefused(key: UsedKey, address: string | undefined): void;
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

  async function write({ workspaceId, id, tokenHash }: UsedKey): Promise<void> {
    const isFormer = sql<boolean>`coalesce(former_hash = ${tokenHash}, false)`;
    await people
      .updateTable("apiKey")
      .set({
        lastUsedAt: sql<Date>`case when ${isFormer} then last_used_at else now() end`,
        formerUsedAt: sql<Date>`case when ${isFormer} then now() else former_used_at end`,
      })
      .where("workspaceId", "=", workspaceId)
      .where("id", "=", id)
      .execute();
  }

  async function writeRefused({ workspaceId, id }: UsedKey, address: string | undefined): Promise<void> {
    await people
      .updateTable("apiKey")
      .set({ refusedAt: sql<Date>`now()`, refusedFrom: address ?? "unknown" })
      .where("workspaceId", "=", workspaceId)
      .where("id", "=", id)
      .execute();
  }

  /** `what` is written at most once in 10 seconds. */
  function seldom(what: string, keyId: string, begin: () => Promise<void>): void {
    const last = notedAt.get(what);
    if (last !== undefined && now() - last < NOTE_MILLISECONDS) return;
    notedAt.set(what, now());
    const written = begin()
      .catch((error: unknown) =>
        log(`last use of key ${keyId} not written: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => writing.delete(written));
    writing.add(written);
  }

  return {
    note: (key) => seldom(`used ${key.id} ${key.tokenHash ?? ""}`, key.id, () => write(key)),
    noteRefused: (key, address) => seldom(`refused ${key.id}`, key.id, () => writeRefused(key, address)),
    settle: async () => {
      await Promise.all(writing);
    },
  };
}
