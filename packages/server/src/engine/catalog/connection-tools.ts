import { canonicalJson } from "../../core/canonical-json.ts";
import { widgetOf } from "../../core/digest.ts";
import { findBatchKeyFault } from "../../core/list-call.ts";
import { approvalByDefault, rateTool } from "../../core/risk.ts";
import { findNameLike, RESERVED_NAMES } from "../../core/tool-names.ts";
import { connectionSource } from "../../core/tool-source.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import type { ConnectionTool, ConnectionTools, RefusedTool } from "../../ports/catalog.ts";
import type { EngineDeps } from "../deps.ts";
import { findSchemaFault } from "./find-schema-fault.ts";
import { isSetToAsk, ratedColumns } from "./rated-columns.ts";
import { isReplaced, reconcileSource, type DeclaredTool, type ToolSource } from "./reconcile-source.ts";

/** A tool of a connection as the gate stores it. */
export function createConnectionTools({ database }: EngineDeps): ConnectionTools {
  return {
    async findTakenNames(workspaceId, id, names) {
      const all = await listTools(database.kysely, workspaceId);
      return names.flatMap((name) => refuseName(name, connectionSource({ workspaceId, id }), all) ?? []);
    },

    sync(connection, tools) {
      const { workspaceId, id, version } = connection;
      const source = connectionSource(connection);
      const brings: ToolSource = { workspaceId, source, by: SYSTEM, goneData: () => ({ source }), endsActions: isReplaced };
      return reconcileSource(database, brings, async (trx, all, store) => {
        if (((await findConnection(trx, workspaceId, id))?.version ?? null) !== version) return undefined;
        const judged = tools.map((tool) => ({ tool, refused: refuseTool(tool, source, all) }));
        const rows = await store(judged.flatMap(({ tool, refused }) => (refused ? [] : declare(tool, source))));
        return { stored: rows.map(({ name }) => name), withheld: judged.flatMap(({ refused }) => refused ?? []) };
      });
    },
  };
}

function refuseTool({ definition }: ConnectionTool, source: string, all: readonly ToolRow[]): RefusedTool | undefined {
  const { name } = definition;
  const fault = findSchemaFault(definition.inputSchema);
  const batchFault = findBatchKeyFault(definition);
  return (
    refuseName(name, source, all) ??
    (fault === undefined ? undefined : { name, reason: `The input schema cannot be used: ${fault}` }) ??
    (batchFault === undefined ? undefined : { name, reason: `The batchKey ${batchFault}.` })
  );
}

/** Refuses a name that equals or looks like another source's. A gone connection's names may be taken over. */
export function refuseName(name: string, source: string, all: readonly ToolRow[]): RefusedTool | undefined {
  const row = all.find((each) => each.name === name);
  if (row && (row.source === source || isLeftBehind(row))) return undefined;
  const others = all.filter((each) => each !== row || each.source !== source).filter((each) => !isLeftBehind(each));
  const like = findNameLike(name, [...RESERVED_NAMES, ...others.flatMap((each) => [each.name, each.alias ?? each.name])]);
  if (like === undefined) return undefined;
  return {
    name,
    reason: `${like === name ? "Another tool already has this name" : `The name looks like that of another tool, ${like}`}. Give the connection a prefix.`,
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
  widget: definition.widget === undefined ? null : canonicalJson(widgetOf(definition.widget)),
  definitionHash: hash,
});

function declare({ definition, ownName, approval: own, hash }: ConnectionTool, source: string): DeclaredTool {
  const rating = rateTool({ name: ownName, declared: definition.risk });
  const approval = approvalByDefault(rating, definition.risk, own);
  const columns = columnsOf({ definition, hash });
  const added = { approval, groupNames: [definition.group ?? "default"], previews: false, enabled: true };
  return {
    name: definition.name,
    change(row) {
      const isOther = row?.source !== source;
      const isChanged = isOther || row.definitionHash !== hash;
      // An administrator let the former definition run without approval. The changed one starts with its default, unless an
      // administrator wanted approvals.
      const asks = row !== undefined && !isOther && isSetToAsk(row);
      const renewed = {
        vetting: "vetted" as const,
        ...(isOther ? { riskSource: "scored" as const } : {}),
        ...(isChanged
          ? { approval: asks ? ("required" as const) : approval, approvalWhen: null, approvalSet: asks, neverIn: [] }
          : {}),
      };
      const data = (stored: ToolRow) => ({
        source,
        definitionHash: hash,
        ...(row ? { was: row.definitionHash } : {}),
        approval: stored.approval,
      });
      const values = { ...columns, ...ratedColumns(rating, isOther ? undefined : row), ...(row ? renewed : added) };
      if (!row) return { kind: "tool.registered", values, data };
      return { kind: isChanged ? "tool.changed" : row.vetting === "vetted" ? "tool.rescored" : "tool.returned", values, data };
    },
  };
}
