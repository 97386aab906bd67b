import { keptResultOf } from "@countersign/protocol";
import { isDatabaseUnavailable } from "../../core/database-fault.ts";
import { sha256Hex } from "../../core/digest.ts";
import { MAX_PAGES_AT_ONCE, pagesOf, resultUri } from "../../core/kept-result.ts";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";
import type { ClaimKey, Ending } from "../../store/statements/finish-execution.ts";
import { findKeptPage, insertKeptResult } from "../../store/statements/kept-results.ts";
import type { EngineDeps } from "../deps.ts";
import type { Actions } from "../../ports/actions.ts";

/**
 * Stores the whole result of an ending before the action names it. If the database refuses it, the ending says so instead,
 * since the call has run. Throws if the database is unavailable.
 */
export async function keepWhole(
  { database, log }: Pick<EngineDeps, "database" | "log">,
  { workspaceId, actionId }: ClaimKey,
  ending: Ending,
): Promise<Ending> {
  if (ending.outcome === "lost" || !ending.whole) return ending;
  const { whole, ...rest } = ending;
  try {
    const key = { workspaceId, actionId, sha256: sha256Hex(whole.text) };
    await insertKeptResult(database.kysely, key, pagesOf(whole.text));
    return rest;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log("error", "a result could not be kept", { actionId, error: String(error) });
    return { ...rest, result: whole.unkept };
  }
}

/** Reads results that are too large for their actions. */
export function createKeptResults(
  { database }: Pick<EngineDeps, "database">,
  { get }: Pick<Actions, "get">,
): Pick<Actions, "readResult"> {
  const { kysely } = database;
  return {
    async readResult(by, id, page) {
      const { workspaceId } = by;
      if (by.kind !== "agent" && !hasRole(by, "viewer")) return refuse("FORBIDDEN", "A worker key cannot read results.");
      const found = await get(by, id);
      if (!found.ok) return found;
      const kept = keptResultOf(found.value.result);
      if (!kept?.isWhole || (page ?? 1) > kept.pages) return refuse("NOT_FOUND", "There is no such result, or page of it.");
      const { sha256, pages } = kept;
      if (by.kind === "agent" && page === undefined && pages > MAX_PAGES_AT_ONCE)
        return refuse("TOO_LARGE", `The result has ${pages} pages; read ${resultUri(id)}/1 to ${resultUri(id)}/${pages}.`);
      const texts: string[] = [];
      for (let n = page ?? 1; n <= (page ?? pages); n += 1) {
        const text = await findKeptPage(kysely, { workspaceId, actionId: id, sha256 }, n);
        if (text === undefined) return refuse("NOT_FOUND", "The stored result no longer exists.");
        texts.push(text);
      }
      const text = texts.join("");
      // A single page cannot be compared with the hash of the whole; `audit verify` does that.
      if (page === undefined && sha256Hex(text) !== sha256)
        return refuse("INVALID_STATE", "The stored result was modified: it does not match the hash in the log.");
      const data = { sha256, ...(page !== undefined && { page }) };
      if (by.kind === "agent") await appendAuditEvent(kysely, { workspaceId, kind: "result.read", actionId: id, by, data });
      return ok(text);
    },
  };
}
