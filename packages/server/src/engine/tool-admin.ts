import type { Approval, Tool, ToolDefinition } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import { definitionHash } from "../core/digest.ts";
import { findBatchKeyFault } from "../core/list-call.ts";
import { approvalByDefault, rateTool } from "../core/risk.ts";
import { hasRole } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { SERVER_SOURCE } from "../core/tool-port.ts";
import { lockAuditHead } from "../store/statements/audit-events.ts";
import { SYSTEM, type Actor } from "../store/statements/row.ts";
import { findAgentTools } from "../store/statements/gateway-tools.ts";
import { listTools, upsertTool, type NewTool, type ToolRow } from "../store/statements/tools.ts";
import { acceptedColumns } from "./catalog/accepted-columns.ts";
import { findSettingFaults, toColumns } from "./check-settings.ts";
import type { EngineDeps } from "./deps.ts";
import type { Engine } from "./engine.ts";
import { judgeLowering } from "../core/judge-lowering.ts";
import { readProtections, toProtected } from "../store/statements/protections.ts";
import { ratedColumns } from "./catalog/rated-columns.ts";
import { storeSettings } from "./store-settings.ts";
import { toTool, toToolOfAgent } from "./to-wire.ts";
import { findSchemaFault } from "./catalog/find-schema-fault.ts";

type ToolAdmin = Pick<Engine, "tools" | "changeTool" | "registerTools"> & {
  /** Stores the tools of this server in a workspace: those that are there from the start, or those of one connector. */
  registerServerTools(workspaceId: string, connector?: string): Promise<void>;
};

export function createToolAdmin(deps: EngineDeps): ToolAdmin {
  const { database, registry } = deps;
  const { kysely } = database;

  return {
    async tools(by) {
      if (by.kind === "worker") return refuse("FORBIDDEN", "A worker registers tools; it does not list them.");
      if (by.kind === "agent") return ok((await findAgentTools(kysely, by.workspaceId, by.id)).map(toToolOfAgent));
      return ok((await listTools(kysely, by.workspaceId)).map(toTool));
    },

    async changeTool(by, name, request) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator changes a tool's settings.");
      const { confirm, acceptDefinition, ...settings } = request;
      const result = await kysely.transaction().execute(async (trx): Promise<Result<ToolRow>> => {
        await lockAuditHead(trx, by.workspaceId);
        const before = await readProtections(trx, by.workspaceId);
        const tool = before.rows.find((row) => row.name === name);
        if (!tool) return refuse("NOT_FOUND", `There is no tool named ${name}.`);
        const others = before.rows.filter((row) => row !== tool);
        const errors = await findSettingFaults(trx, tool, others, settings);
        if (errors.length > 0)
          return refuse("INVALID_INPUT", "These settings can not be used; nothing was changed.", { errors });
        const accepted = acceptDefinition === undefined ? ok({}) : acceptedColumns(tool, acceptDefinition, confirm);
        if (!accepted.ok) return accepted;
        const values = { ...accepted.value, ...toColumns({ ...tool, ...accepted.value }, settings) };
        if (Object.keys(values).length === 0) return ok(tool);

        // Accepting a definition is a confirmation of its own; what is set beside it, and that rules trust its rating, is not.
        const counted = {
          ...tool,
          ...(acceptDefinition !== undefined && tool.vetting !== "unvetted" ? { vetting: "vetted" as const } : {}),
        };
        const judged = judgeLowering(
          { ...before, tools: [...others, counted].map(toProtected) },
          { ...before, tools: [...others, { ...counted, ...values }].map(toProtected) },
          confirm,
        );
        if (judged.refusal) return { ok: false, refusal: judged.refusal };
        return ok(await storeSettings(trx, by, tool, values, judged.lowered));
      });
      if (!result.ok) return result;
      database.notify(by.workspaceId);
      return ok(toTool(result.value));
    },

    async registerTools(by, definitions) {
      if (by.kind !== "worker") return refuse("FORBIDDEN", "Only a worker's key registers tools.");
      const faults = definitions.flatMap((definition, n) => faultsOf(definition, n));
      if (faults.length > 0) return refuse("INVALID_INPUT", "Some tools can not be registered; none was.", { errors: faults });
      const registered = await storeAll(by.workspaceId, by.id, by, definitions);
      if (registered.ok) database.notify(by.workspaceId);
      return registered;
    },

    async registerServerTools(workspaceId, connector) {
      for (const { definition, approval } of registry.tools(connector)) {
        const tool = toNewTool(workspaceId, SERVER_SOURCE, definition, approval);
        const row = await upsertTool(kysely, tool, SYSTEM);
        if (!row) deps.log("warn", "a worker's tool has the name of a built-in one", { toolName: definition.name });
      }
    },
  };

  /** All or none: a worker that half registered would serve half of its calls. */
  async function storeAll(
    workspaceId: string,
    source: string,
    by: Actor,
    definitions: readonly ToolDefinition[],
  ): Promise<Result<Tool[]>> {
    const taken: { path: string; message: string }[] = [];
    const storing = kysely.transaction().execute(async (trx) => {
      await lockAuditHead(trx, workspaceId);
      const stored = [];
      for (const [n, definition] of definitions.entries()) {
        const row = await upsertTool(trx, toNewTool(workspaceId, source, definition), by);
        if (row) stored.push(row);
        else taken.push({ path: `/tools/${n}/name`, message: `${definition.name} belongs to another source` });
      }
      if (taken.length > 0) throw NAMES_TAKEN;
      return stored;
    });
    const rows = await storing.catch((error: unknown) => {
      if (error === NAMES_TAKEN) return undefined;
      throw error;
    });
    return rows
      ? ok(rows.map(toTool))
      : refuse("INVALID_INPUT", "Another key or this server already has these names.", { errors: taken });
  }
}

/** Thrown inside a transaction, because only that takes back what it stored already. */
const NAMES_TAKEN = new Error("another source has one of these names");

function faultsOf(definition: ToolDefinition, n: number): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const fault = findSchemaFault(definition.inputSchema);
  if (fault) faults.push({ path: `/tools/${n}/inputSchema`, message: fault });
  const batchFault = findBatchKeyFault(definition);
  if (batchFault) faults.push({ path: `/tools/${n}/batchKey`, message: batchFault });
  if (definition.effect === "transactional") {
    faults.push({
      path: `/tools/${n}/effect`,
      message: "`transactional` needs the server's own database transaction; use idempotent, reconcilable or unsafe",
    });
  }
  return faults;
}

function toNewTool(workspaceId: string, source: string, definition: ToolDefinition, approval: Approval = "required"): NewTool {
  const rating = rateTool({ name: definition.name, declared: definition.risk });
  const { risk, ratedRisk, rated } = ratedColumns(rating);
  return {
    workspaceId,
    name: definition.name,
    source,
    title: definition.title ?? null,
    description: definition.description,
    inputSchema: canonicalJson(definition.inputSchema),
    effect: definition.effect ?? "unsafe",
    risk,
    ratedRisk,
    rated,
    approval: approvalByDefault(rating, definition.risk, approval),
    groupName: definition.group ?? "default",
    protectedKeys: definition.protectedKeys ?? [],
    lifetimeSeconds: null,
    timeoutSeconds: definition.timeoutSeconds ?? 300,
    previews: definition.previews ?? false,
    batchKey: definition.batchKey ?? null,
    definitionHash: definitionHash(definition),
  };
}
