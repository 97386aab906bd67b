import type { ToolSettings } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { findLowered } from "../../core/protection.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Schema } from "../../store/schema.ts";
import { lockAuditHead } from "../../store/statements/audit-events.ts";
import { readProtections, toProtected } from "../../store/statements/protections.ts";
import type { Actor } from "../../store/statements/row.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import { acceptedColumns } from "../catalog/accepted-columns.ts";
import { findSettingFaults, toColumns, type SettingFault } from "./check-settings.ts";
import { clearAliases, storeSettings } from "./store-settings.ts";

export interface OneToolChange extends Omit<ToolSettings, "confirm"> {
  name: string;
}

interface Changed {
  was: ToolRow;
  /** As it was, but for what an accepted definition confirms by itself. */
  counted: ToolRow;
  now: ToolRow;
  values: Partial<ToolRow>;
  settings: Omit<ToolSettings, "confirm" | "acceptDefinition">;
}

/**
 * Changes the settings of several tools, all or none, and returns their rows in the order asked. They are judged by what holds once
 * all of them are changed: two tools may exchange aliases. `placeOf` says where in the request the n-th tool is, as a JSON Pointer.
 */
export async function changeTools(
  trx: Kysely<Schema>,
  by: Actor & { workspaceId: string },
  changes: readonly OneToolChange[],
  { confirm, placeOf }: { confirm: boolean | undefined; placeOf: (n: number) => string },
): Promise<Result<ToolRow[]>> {
  await lockAuditHead(trx, by.workspaceId);
  const before = await readProtections(trx, by.workspaceId);
  const read = readChanges(before.rows, changes, confirm);
  if (!read.ok) return read;
  const changed = new Map(read.value.map((one) => [one.was.name, one]));
  const rows = before.rows.map((row) => changed.get(row.name)?.now ?? row);
  const errors: SettingFault[] = [];
  for (const [n, { was, settings }] of read.value.entries()) {
    const others = rows.filter(({ name }) => name !== was.name);
    const faults = await findSettingFaults(trx, was, others, settings);
    errors.push(...faults.map((fault) => ({ ...fault, path: `${placeOf(n)}${fault.path}` })));
  }
  if (errors.length > 0) return refuse("INVALID_INPUT", "These settings cannot be used; nothing was changed.", { errors });

  const counted = before.rows.map((row) => changed.get(row.name)?.counted ?? row);
  const judged = judgeLowering(
    { ...before, tools: counted.map(toProtected) },
    { ...before, tools: rows.map(toProtected) },
    confirm,
  );
  if (judged.refusal) return { ok: false, refusal: judged.refusal };
  // The database allows no alias twice, not even while two tools exchange theirs.
  const freed = read.value.filter(({ was, now }) => was.alias !== null && now.alias !== was.alias);
  await clearAliases(
    trx,
    by.workspaceId,
    freed.map(({ was }) => was.name),
  );
  const stored: ToolRow[] = [];
  for (const { was, now, values, ...one } of read.value) {
    const lowered = findLowered({ ...before, tools: [toProtected(one.counted)] }, { ...before, tools: [toProtected(now)] });
    stored.push(Object.keys(values).length === 0 ? was : await storeSettings(trx, by, was, values, lowered));
  }
  return ok(stored);
}

/** What each change makes of its tool, or why one cannot be made. */
function readChanges(
  rows: readonly ToolRow[],
  changes: readonly OneToolChange[],
  confirm: boolean | undefined,
): Result<Changed[]> {
  const changed: Changed[] = [];
  for (const { name, acceptDefinition, ...settings } of changes) {
    const was = rows.find((row) => row.name === name);
    if (!was) return refuse("NOT_FOUND", `There is no tool named ${name}.`);
    const accepted: Result<Partial<ToolRow>> =
      acceptDefinition === undefined ? ok({}) : acceptedColumns(was, acceptDefinition, confirm);
    if (!accepted.ok) return accepted;
    const values = { ...accepted.value, ...toColumns({ ...was, ...accepted.value }, settings) };
    // Accepting a definition confirms that the tool may be called, but not other settings, nor that rules use its rating.
    const isVetted = acceptDefinition !== undefined && was.vetting !== "unvetted";
    const counted = isVetted ? { ...was, vetting: "vetted" as const } : was;
    changed.push({ was, counted, now: { ...counted, ...values }, values, settings });
  }
  return ok(changed);
}
