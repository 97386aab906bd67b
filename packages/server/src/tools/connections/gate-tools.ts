import type { Json, ToolDefinition } from "@countersign/protocol";
import { isDatabaseFault } from "../../core/database-fault.ts";
import { definitionHash, sha256OfJson } from "../../core/digest.ts";
import { gateName } from "../../core/tool-names.ts";
import { InvalidInput, NotStarted, OutcomeUnknown, ToolFailure, type ServerTool } from "../../ports/tool.ts";
import { connectionSource } from "../../core/tool-source.ts";
import type { ConnectionTool } from "../../ports/catalog.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { nameFaults } from "../connectors/name-faults.ts";
import { maskJson, type Mask } from "../../core/mask-secrets.ts";
import { ConnectionProblem, openRow, type OpenDeps, type Opened } from "./open-row.ts";

/** A connection's tool under its name on the gate; `ownName` is its name in the connector. */
export interface GateTool extends ConnectionTool {
  tool: ServerTool;
  ownName: string;
}

/** Returns the connection's tools under their names on the gate. Connections with equal settings differ by their source. */
export function toolsOf({ row, connector, open }: Opened): GateTool[] {
  return connector.tools(open).flatMap((own): GateTool | [] => {
    const ownName = own.definition.name;
    const name = gateName(row.prefix, ownName);
    if (name === undefined) return [];
    const definition: ToolDefinition = { ...own.definition, name };
    const tool = { ...nameFaults(connector.title, own), definition };
    return { tool, ownName, definition, approval: own.approval, hash: hashOf(definition, { row, connector, open }) };
  });
}

/** Hash of what an approval covers: the definition, the connection and its settings, but not its credentials. */
const hashOf = (definition: ToolDefinition, { row, connector }: Pick<Opened, "row" | "connector" | "open">): string =>
  sha256OfJson({
    definition: definitionHash(definition),
    source: connectionSource(row),
    connector: connector.name,
    settings: row.settings,
    allowPrivate: row.allowPrivate,
  });

const CHANGED = "The connection's settings changed after the approval. Nothing was sent. Ask the agent for a new proposal.";

/**
 * The tool as the gate runs it. Every call reads the connection again, so that replaced credentials take effect at once in
 * every process, and a change of settings cannot slip in between approval and run. A transactional tool reaches no service and
 * runs inside the one database connection, so it uses the connection as last read.
 */
export function runAnew(deps: OpenDeps, gated: GateTool, read: Opened): ServerTool {
  const { tool, hash, ownName } = gated;
  const { workspaceId, id } = read.row;

  async function anew(approved?: string): Promise<{ tool: ServerTool; mask: Mask }> {
    const row = await findConnection(deps.database.kysely, workspaceId, id);
    if (!row?.enabled) throw new ToolFailure("tool_changed", "The connection was removed or disabled. Nothing was sent.");
    const opened = await openRow(deps, row).catch((error: unknown) => {
      if (error instanceof ConnectionProblem)
        throw new ToolFailure("handler", `The connection cannot be used. ${error.message}`);
      throw error;
    });
    const now = toolsOf(opened).find((each) => each.ownName === ownName);
    if (!now || (approved !== undefined && now.hash !== approved)) throw new ToolFailure("tool_changed", CHANGED);
    return { tool: now.tool, mask: opened.mask };
  }

  if (tool.definition.effect === "transactional") {
    return {
      ...tool,
      execute(input, context) {
        if (context.toolHash !== undefined && context.toolHash !== hash) throw new ToolFailure("tool_changed", CHANGED);
        return tool.execute(input, context);
      },
    };
  }
  return {
    definition: tool.definition,
    approval: tool.approval,
    ...(tool.watchSeconds !== undefined && { watchSeconds: tool.watchSeconds }),
    describe: async (input, scope) => {
      const now = await anew();
      return masked(now.mask, () => now.tool.describe(input, scope));
    },
    ...(tool.readTarget && {
      readTarget: async (target, scope) => {
        const now = await anew();
        if (!now.tool.readTarget) throw new ToolFailure("tool_changed", CHANGED);
        return masked(now.mask, () => now.tool.readTarget!(target, scope));
      },
    }),
    ...(tool.carryOver && { carryOver: (input, then, current) => tool.carryOver!(input, then, current) }),
    execute: async (input, context) => {
      const now = await anew(context.toolHash).catch(notStarted);
      return masked(now.mask, () => now.tool.execute(input, context));
    },
    ...(tool.lookup && {
      lookup: async (input, context) => {
        const now = await anew(context.toolHash);
        return (await masked(now.mask, () => now.tool.lookup?.(input, context))) ?? { happened: "unknown" as const };
      },
    }),
  };
}

/** Reports a database error before the call as `NotStarted`: the tool itself was not reached. */
function notStarted(error: unknown): never {
  throw isDatabaseFault(error) ? new NotStarted(error) : error;
}

/** Masks credentials in previews, results and errors, whatever the service echoes. */
async function masked<T>(mask: Mask, run: () => Promise<T> | undefined): Promise<T> {
  try {
    const value = await run();
    return value === undefined ? (value as T) : maskJson(mask, value as T & Json);
  } catch (error) {
    if (isDatabaseFault(error)) throw error;
    if (error instanceof InvalidInput)
      throw new InvalidInput(error.faults.map(({ path, message }) => ({ path, message: mask(message) })));
    if (error instanceof ToolFailure) throw new ToolFailure(error.code, mask(error.message), error.path);
    if (error instanceof OutcomeUnknown) throw new OutcomeUnknown(mask(error.message));
    throw new Error(mask(error instanceof Error ? error.message : String(error)), { cause: undefined });
  }
}
