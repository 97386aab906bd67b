import type { Approval, JsonObject, ToolDefinition } from "@countersign/protocol";
import type { Insertable, Kysely } from "kysely";
import { canonicalJson } from "../../core/canonical-json.ts";
import { findBatchKeyFault } from "../../core/list-call.ts";
import { approvalByDefault, rateTool, type Rating } from "../../core/risk.ts";
import { findNameLike, RESERVED_NAMES } from "../../core/tool-names.ts";
import { connectionSource } from "../../core/tool-port.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import { withdrawActions } from "../../store/statements/withdraw-actions.ts";
import type { Schema, ToolTable } from "../../store/schema.ts";
import type { EngineDeps } from "../deps.ts";
import { ratedColumns } from "./rated-columns.ts";
import { findSchemaFault } from "./find-schema-fault.ts";

/** A tool of a connection as the gate stores it. */
export interface ConnectionTool {
  definition: ToolDefinition;
  /** As its connector calls it. */
  ownName: string;
  approval: Approval;
  /** Of the definition and of all settings it depends on. */
  hash: string;
}

export interface ConnectionState {
  workspaceId: string;
  id: string;
  /** As it was read; null where it is gone. */
  version: number | null;
}

export interface SyncedConnection {
  stored: string[];
  withheld: { name: string; reason: string }[];
}

export interface ConnectionTools {
  /**
   * Stores the whole list of what a connection brings; what it brings no more is gone, and what waits for a changed or gone
   * tool ends. `undefined`: the connection is not what it was when it was read, and nothing was stored.
   */
  syncConnectionTools(connection: ConnectionState, tools: readonly ConnectionTool[]): Promise<SyncedConnection | undefined>;
  /** The names that could not be stored, with the reason. Stores nothing. */
  findTakenNames(workspaceId: string, id: string, names: readonly string[]): Promise<{ name: string; reason: string }[]>;
}

const MOST_ROUNDS = 10;

export function createConnectionTools({ database }: EngineDeps): ConnectionTools {
  return {
    async findTakenNames(workspaceId, id, names) {
      const all = await listTools(database.kysely, workspaceId);
      return names.flatMap((name) => refuseName(name, connectionSource({ workspaceId, id }), all) ?? []);
    },

    async syncConnectionTools(connection, tools) {
      const { workspaceId } = connection;
      const synced = await database.kysely.transaction().execute((trx) => sync(trx, connection, tools));
      if (!synced) return undefined;
      // After the commit: from here on nothing new is proposed or approved against the former definition.
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if ((await withdrawActions(database.kysely, workspaceId, synced.changed)).length === 0) break;
      }
      database.notify(workspaceId);
      return { stored: synced.stored, withheld: synced.withheld };
    },
  };
}

async function sync(
  trx: Kysely<Schema>,
  connection: ConnectionState,
  tools: readonly ConnectionTool[],
): Promise<(SyncedConnection & { changed: string[] }) | undefined> {
  const { workspaceId, id, version } = connection;
  const source = connectionSource(connection);
  await lockAuditHead(trx, workspaceId);
  if (((await findConnection(trx, workspaceId, id))?.version ?? null) !== version) return undefined;
  const all = await listTools(trx, workspaceId);
  const [stored, changed, withheld]: [string[], string[], SyncedConnection["withheld"]] = [[], [], []];
  for (const tool of tools) {
    const { name } = tool.definition;
    const fault = findSchemaFault(tool.definition.inputSchema);
    const batchFault = findBatchKeyFault(tool.definition);
    const refused =
      refuseName(name, source, all) ??
      (fault === undefined ? undefined : { name, reason: `Its schema can not be used: ${fault}` }) ??
      (batchFault === undefined ? undefined : { name, reason: `Its batchKey ${batchFault}.` });
    if (refused) {
      withheld.push(refused);
      continue;
    }
    const row = all.find((each) => each.name === name);
    if (!row) await add(trx, workspaceId, source, tool);
    else if (await renew(trx, row, source, tool)) changed.push(name);
    stored.push(name);
  }
  const kept = new Set(stored);
  for (const row of all) {
    if (row.source !== source || kept.has(row.name) || row.vetting === "gone") continue;
    await update(trx, row, { vetting: "gone" });
    await tell(trx, "tool.gone", row.workspaceId, { name: row.name, source });
    changed.push(row.name);
  }
  return { stored, withheld, changed };
}

/** A name that another source has, or that passes for one. What a connection that is gone left behind may be taken over. */
export function refuseName(
  name: string,
  source: string,
  all: readonly ToolRow[],
): { name: string; reason: string } | undefined {
  const row = all.find((each) => each.name === name);
  if (row && (row.source === source || isLeftBehind(row))) return undefined;
  const others = all.filter((each) => each !== row || each.source !== source).filter((each) => !isLeftBehind(each));
  const like = findNameLike(name, [...RESERVED_NAMES, ...others.flatMap((each) => [each.name, each.alias ?? each.name])]);
  if (like === undefined) return undefined;
  return {
    name,
    reason: `${like === name ? "Another tool has this name" : `It reads like another tool's name, ${like}`}. Give the connection a prefix.`,
  };
}

const isLeftBehind = ({ vetting, source }: ToolRow): boolean => vetting === "gone" && source.startsWith("connection:");

export const columnsOf = ({ definition, hash }: Pick<ConnectionTool, "definition" | "hash">) => ({
  title: definition.title ?? null,
  description: definition.description,
  inputSchema: canonicalJson(definition.inputSchema),
  effect: definition.effect ?? ("unsafe" as const),
  protectedKeys: definition.protectedKeys ?? [],
  timeoutSeconds: definition.timeoutSeconds ?? 300,
  batchKey: definition.batchKey ?? null,
  definitionHash: hash,
});

const ratingOf = ({ definition, ownName }: ConnectionTool): Rating => rateTool({ name: ownName, declared: definition.risk });

async function add(trx: Kysely<Schema>, workspaceId: string, source: string, tool: ConnectionTool): Promise<void> {
  const { definition, hash } = tool;
  const rating = ratingOf(tool);
  const approval = approvalByDefault(rating, tool.definition.risk, tool.approval);
  const values = {
    ...columnsOf(tool),
    ...ratedColumns(rating),
    workspaceId,
    name: definition.name,
    source,
    approval,
    groupNames: [definition.group ?? "default"],
    previews: false,
    enabled: true,
  } as Insertable<ToolTable>;
  await trx.insertInto("tool").values(values).execute();
  await tell(trx, "tool.registered", workspaceId, { name: definition.name, source, definitionHash: hash, approval });
}

/** Whether what was approved for the former definition is void. What was left to run without a person was that one, too. */
async function renew(trx: Kysely<Schema>, row: ToolRow, source: string, tool: ConnectionTool): Promise<boolean> {
  const isOther = row.source !== source;
  const isChanged = isOther || row.definitionHash !== tool.hash;
  const rating = ratingOf(tool);
  const isRerated = row.scoredRisk !== rating.risk || row.rated !== rating.rated;
  if (!isChanged && !isRerated && row.vetting === "vetted") return false;
  const approval = approvalByDefault(rating, tool.definition.risk, tool.approval);
  await update(trx, row, {
    ...columnsOf(tool),
    ...ratedColumns(rating, isOther ? undefined : row),
    source,
    vetting: "vetted",
    ...(isOther ? { riskSource: "scored" as const } : {}),
    ...(isChanged ? { approval, approvalWhen: null, approvalSet: false, neverIn: [] } : {}),
  });
  const { hash } = tool;
  const data = {
    name: row.name,
    source,
    definitionHash: hash,
    was: row.definitionHash,
    approval: isChanged ? approval : row.approval,
  };
  const kind = isChanged ? "tool.changed" : row.vetting === "vetted" ? "tool.rescored" : "tool.returned";
  await tell(trx, kind, row.workspaceId, data);
  return isChanged;
}

const update = (trx: Kysely<Schema>, row: ToolRow, values: Partial<Insertable<ToolTable>>) =>
  trx
    .updateTable("tool")
    .set({ ...values, updatedAt: new Date() })
    .where("workspaceId", "=", row.workspaceId)
    .where("name", "=", row.name)
    .execute();

const tell = (trx: Kysely<Schema>, kind: string, workspaceId: string, data: { name: string } & JsonObject) =>
  appendAuditEvent(trx, { workspaceId, kind, by: SYSTEM, data, settings: [["tool", data.name]] });
