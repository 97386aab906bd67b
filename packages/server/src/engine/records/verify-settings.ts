import type { AuditReport } from "@countersign/protocol";
import type { Database } from "../../store/database.ts";
import { findToldSettings, isCurrentHash, listSettings, type ToldSetting } from "../../store/statements/setting-evidence.ts";

const EVENTS_PAGE = 500;

export interface SettingsReport {
  faults: AuditReport["faults"];
  settings: NonNullable<AuditReport["settings"]>;
}

/** Compares each setting (key, member, group, tool, grant, …) with its last event, in one snapshot. */
export async function verifySettings({ kysely }: Pick<Database, "kysely">, workspaceId: string): Promise<SettingsReport> {
  return kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const told = new Map<string, ToldSetting>();
      for (let seq = 0, read = 1; read > 0;) {
        const page = await findToldSettings(trx, workspaceId, seq, EVENTS_PAGE);
        for (const one of page) told.set(one.subject, one);
        read = page.length;
        seq = page.at(-1)?.seq ?? seq;
      }
      return compare(await listSettings(trx, workspaceId), told);
    });
}

function compare(stored: ReadonlyMap<string, string>, told: ReadonlyMap<string, ToldSetting>): SettingsReport {
  // Earlier versions recorded no settings; the first start of this version records what they left.
  const isRecorded = isTold(told.get("workspace"));
  const faults: AuditReport["faults"] = [];
  const settings = { compared: 0, foundAtUpdate: 0, notComparable: 0 };
  for (const subject of new Set([...stored.keys(), ...told.keys()])) {
    const last = told.get(subject);
    if (!isRecorded || (last && last.hash !== null && !isTold(last))) {
      settings.notComparable += stored.has(subject) ? 1 : 0;
      continue;
    }
    const problem = problemOf(stored.get(subject), last);
    if (problem !== undefined) faults.push({ seq: last?.seq ?? 0, setting: subject, problem });
    if (!stored.has(subject)) continue;
    settings.compared += 1;
    settings.foundAtUpdate += last?.kind === "settings.recorded" ? 1 : 0;
  }
  return { faults: faults.toSorted((a, b) => a.seq - b.seq), settings };
}

const isTold = (last: ToldSetting | undefined): boolean => isCurrentHash(last?.hash ?? "");

function problemOf(stored: string | undefined, last: ToldSetting | undefined): string | undefined {
  if (last === undefined) return "the row exists, but no event records it";
  if (stored === undefined)
    return last.hash === null ? undefined : "the row was deleted, but its last event records it as present";
  if (last.hash === null) return "the row exists, but its last event records its removal";
  return stored === last.hash ? undefined : "the row differs from its last event";
}
