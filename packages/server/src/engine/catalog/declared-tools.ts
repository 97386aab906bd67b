import type { Approval, Tool, ToolDefinition } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { definitionHash, sha256Hex } from "../../core/digest.ts";
import { findBatchKeyFault } from "../../core/list-call.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { approvalByDefault, rateTool } from "../../core/risk.ts";
import { SERVER_SOURCE } from "../../core/tool-source.ts";
import type { Schema } from "../../store/schema.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { deleteUnusedWidgets, insertToolWidgets, type ToolWidgetRow } from "../../store/statements/tool-widgets.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import type { EngineDeps } from "../deps.ts";
import type { DeclaredTools } from "../../ports/catalog.ts";
import { toTool } from "../policy/tool-to-wire.ts";
import { columnsOf } from "./connection-tools.ts";
import { findSchemaFault } from "./find-schema-fault.ts";
import { ratedColumns } from "./rated-columns.ts";
import { reconcileSource, type DeclaredTool } from "./reconcile-source.ts";

/**
 * Stores tools that a worker or this server declares. A tool that is no longer declared stays. Open actions on a changed tool
 * are refused when they are approved or claimed.
 */
export function createDeclaredTools({ database, registry, log }: EngineDeps): DeclaredTools {
  return {
    async register(by, definitions) {
      if (by.kind !== "worker") return refuse("FORBIDDEN", "Only a worker key can register tools.");
      const faults = definitions.flatMap((definition, n) => faultsOf(definition, n));
      if (faults.length > 0)
        return refuse("INVALID_INPUT", "Some tools cannot be registered, so none was registered.", { errors: faults });
      const { workspaceId, id: source } = by;
      return reconcileSource(database, { workspaceId, source, by }, async (trx, all, store): Promise<Result<Tool[]>> => {
        const isTaken = await findTaken(trx, workspaceId, source, all);
        const taken = definitions.flatMap(({ name }, n) =>
          isTaken(name) ? [{ path: `/tools/${n}/name`, message: `${name} belongs to another source` }] : [],
        );
        // All or none: a worker with half of its tools registered would serve half of its calls.
        if (taken.length > 0)
          return refuse("INVALID_INPUT", "These names are already used by another key or by this server.", { errors: taken });
        await insertToolWidgets(
          trx,
          definitions.flatMap(({ widget }) => (widget ? toWidgetRow(workspaceId, widget.html) : [])),
        );
        const stored = await store(definitions.map((definition) => declare(source, definition)));
        await deleteUnusedWidgets(trx, workspaceId);
        return ok(stored.map(toTool));
      });
    },

    async registerServer(workspaceId, connector) {
      const source = SERVER_SOURCE;
      await reconcileSource(database, { workspaceId, source, by: SYSTEM }, async (trx, all, store) => {
        const isTaken = await findTaken(trx, workspaceId, source, all);
        const brought = registry.tools(connector);
        for (const { definition } of brought.filter((tool) => isTaken(tool.definition.name)))
          log("warn", "a worker's tool has the name of a built-in tool", { toolName: definition.name });
        const free = brought.filter((tool) => !isTaken(tool.definition.name));
        await store(free.map(({ definition, approval }) => declare(source, definition, approval)));
      });
    },
  };
}

/** A name is taken by another tool's alias, and by another source unless that is a worker whose key is revoked. */
async function findTaken(
  trx: Kysely<Schema>,
  workspaceId: string,
  source: string,
  all: readonly ToolRow[],
): Promise<(name: string) => boolean> {
  const keys = trx.selectFrom("apiKey").select("id").where("workspaceId", "=", workspaceId).where("revokedAt", "is not", null);
  const free = new Set([source, ...(await keys.execute()).map(({ id }) => id)]);
  return (name) => all.some((row) => (row.name === name ? !free.has(row.source) : row.alias === name));
}

const toWidgetRow = (workspaceId: string, html: string): ToolWidgetRow => ({ workspaceId, sha256: sha256Hex(html), html });

function faultsOf(definition: ToolDefinition, n: number): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const fault = findSchemaFault(definition.inputSchema);
  if (fault) faults.push({ path: `/tools/${n}/inputSchema`, message: fault });
  const batchFault = findBatchKeyFault(definition);
  if (batchFault) faults.push({ path: `/tools/${n}/batchKey`, message: batchFault });
  if (definition.effect === "transactional") {
    faults.push({
      path: `/tools/${n}/effect`,
      message: "`transactional` is only for built-in tools; use idempotent, reconcilable or unsafe",
    });
  }
  return faults;
}

/**
 * A stored tool keeps what an administrator decided about it (approval, group, risk, lifetime). A changed tool requires approval
 * again, in every group, unless the server itself declares it as one that only reads.
 */
function declare(source: string, definition: ToolDefinition, own: Approval = "required"): DeclaredTool {
  const hash = definitionHash(definition);
  const rating = rateTool({ name: definition.name, declared: definition.risk });
  const { risk, ratedRisk, rated } = ratedColumns(rating);
  const approval = approvalByDefault(rating, definition.risk, own);
  const columns = {
    ...columnsOf({ definition, hash }),
    previews: definition.previews ?? false,
    scoredRisk: risk,
    rated,
  };
  const added = { risk, ratedRisk, approval, groupNames: [definition.group ?? "default"], enabled: true };
  const renewed = (row: ToolRow) => {
    const isTrusted = row.source === source && (row.definitionHash === hash || approval === "never");
    // A source may raise its tool's risk; only an administrator lowers the level that rules use.
    const higher = Math.max(row.risk, risk);
    return {
      ...(row.riskSource === "set" ? {} : { risk: higher, ratedRisk: rated ? higher : null }),
      ...(isTrusted ? {} : { approval, neverIn: [] }),
    };
  };
  return {
    name: definition.name,
    change: (row) => ({
      kind: row ? "tool.changed" : "tool.registered",
      values: { ...columns, ...(row ? renewed(row) : added) },
      data: (stored) => ({ definitionHash: hash, was: row?.definitionHash ?? null, source, approval: stored.approval }),
    }),
  };
}
