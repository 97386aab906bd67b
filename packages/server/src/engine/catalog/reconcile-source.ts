import type { Insertable, Kysely } from "kysely";
import type { Database } from "../../store/database.ts";
import type { Schema, ToolTable } from "../../store/schema.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import type { Actor } from "../../store/statements/row.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import { withdrawWaiting } from "./withdraw-waiting.ts";

/** A source of tools. */
export interface ToolSource {
  workspaceId: string;
  /** Stored with each of its tools. */
  source: string;
  /** Actor of the audit events. */
  by: Actor;
  /** Event data of a tool that is no longer declared. Without it such tools stay as they are. */
  goneData?: (row: ToolRow) => object;
  /** Whether the pending and approved actions of a tool end; `before` is undefined for a new tool. Default: none end. */
  endsActions?: (after: ToolRow, before: ToolRow | undefined) => boolean;
}

/** Columns of a tool, and the audit event that records a change of them. */
export interface ToolChange {
  values: Partial<Insertable<ToolTable>>;
  kind: string;
  /** Event data beside the tool's name. */
  data: (stored: ToolRow) => object;
  /** Records the event even if no column changes. */
  always?: boolean;
}

export interface DeclaredTool {
  name: string;
  /** Columns as they are to be stored; `row` is the tool as it is stored, undefined for a new one. */
  change(row: ToolRow | undefined): ToolChange;
  /** A second change with an event of its own, derived from the row as the first one left it. */
  changeAfter?(row: ToolRow): Promise<ToolChange | undefined>;
}

/** Stores all tools of the source. Returns their rows in the order of `tools`. */
export type StoreTools = (tools: readonly DeclaredTool[]) => Promise<ToolRow[]>;

/**
 * The only function that stores a source's tools. `declare` runs in a transaction that holds the audit head's lock. It gets the
 * stored tools (`all`) and calls `store` with the declared ones, or refuses without calling it. After the commit, actions on
 * changed or gone tools end and every process is notified.
 */
export async function reconcileSource<T>(
  database: Database,
  source: ToolSource,
  declare: (trx: Kysely<Schema>, all: readonly ToolRow[], store: StoreTools) => Promise<T>,
): Promise<T> {
  const { workspaceId } = source;
  const ended: { toolNames?: string[] } = {};
  const result = await database.kysely.transaction().execute(async (trx) => {
    await lockAuditHead(trx, workspaceId);
    const all = await listTools(trx, workspaceId);
    return declare(trx, all, async (tools) => {
      const stored = await storeTools(trx, source, all, tools);
      ended.toolNames = stored.changed;
      return stored.rows;
    });
  });
  if (ended.toolNames) {
    await withdrawWaiting(database, workspaceId, ended.toolNames);
    database.notify(workspaceId);
  }
  return result;
}

/** An `endsActions`: an approval is for one definition of one source. */
export const isReplaced = (after: ToolRow, before: ToolRow | undefined): boolean =>
  before !== undefined &&
  (after.vetting === "gone" || after.source !== before.source || after.definitionHash !== before.definitionHash);

async function storeTools(
  trx: Kysely<Schema>,
  source: ToolSource,
  all: readonly ToolRow[],
  tools: readonly DeclaredTool[],
): Promise<{ rows: ToolRow[]; changed: string[] }> {
  const known = new Map(all.map((row) => [row.name, row]));
  const rows: ToolRow[] = [];
  const changed: string[] = [];
  const note = (after: ToolRow, before: ToolRow | undefined): void => {
    if (source.endsActions?.(after, before)) changed.push(after.name);
  };
  for (const tool of tools) {
    const before = known.get(tool.name);
    let row = await write(trx, source, tool.name, before, tool.change(before));
    const next = await tool.changeAfter?.(row);
    if (next) row = await write(trx, source, tool.name, row, next);
    known.set(tool.name, row);
    rows.push(row);
    note(row, before);
  }
  const { goneData } = source;
  const declared = new Set(tools.map(({ name }) => name));
  for (const row of goneData ? all : []) {
    if (row.source !== source.source || declared.has(row.name) || row.vetting === "gone") continue;
    note(await write(trx, source, row.name, row, { values: { vetting: "gone" }, kind: "tool.gone", data: goneData! }), row);
  }
  return { rows, changed };
}

async function write(
  trx: Kysely<Schema>,
  { workspaceId, source, by }: ToolSource,
  name: string,
  row: ToolRow | undefined,
  { values, kind, data, always = false }: ToolChange,
): Promise<ToolRow> {
  const columns = { ...values, source };
  if (row && !always && Object.entries(columns).every(([key, value]) => isSame(row[key as keyof ToolRow], value))) return row;
  const query = row
    ? trx
        .updateTable("tool")
        .set({ ...columns, updatedAt: new Date() })
        .where("workspaceId", "=", workspaceId)
        .where("name", "=", name)
        .returningAll()
    : trx
        .insertInto("tool")
        .values({ ...columns, workspaceId, name } as Insertable<ToolTable>)
        .returningAll();
  const stored = await query.executeTakeFirstOrThrow();
  await appendAuditEvent(trx, { workspaceId, kind, by, data: { name, ...data(stored) }, settings: [["tool", name]] });
  return stored;
}

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one, n) => one === b[n]) : a === b;
