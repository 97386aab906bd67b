import type { ConnectionAdmin } from "../../ports/connection-admin.ts";
import type { Channels } from "../../ports/channel.ts";
import type { OnCallSchedules } from "../../ports/on-call.ts";
import type { OpenModelProvider } from "../../ports/model-providers.ts";
import type { ServerTool } from "../../ports/tool.ts";
import { connectionSource } from "../../core/tool-source.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import type { SecretKeys } from "../../engine/secrets/secret-keys.ts";
import type { Database } from "../../store/database.ts";
import { connectionVersions, findConnection, listConnections, type ConnectionRow } from "../../store/statements/connections.ts";
import { listTools } from "../../store/statements/tools.ts";
import type { Connector } from "../connectors/connector.ts";
import { followChanges } from "../follow-changes.ts";
import { createCheckedNetwork } from "./checked-fetch.ts";
import { createConnectionAdmin, type ConnectionView } from "./connection-admin.ts";
import { runAnew, toolsOf } from "./gate-tools.ts";
import { createOnCallSchedules } from "./open-on-call.ts";
import { createChannels } from "./open-channel.ts";
import { ConnectionProblem, openRow, type OpenDeps } from "./open-row.ts";

export interface RunningConnections {
  admin: ConnectionAdmin;
  /** Registers the tools of a workspace's connections and follows changes by administrators, in this or another process. */
  serve(workspaceId: string): Promise<void>;
  /** This process runs no tool of the workspace's connections any more. Its stored tools stay. */
  leave(workspaceId: string): Promise<void>;
  /** Opens a connection to a model provider for one use. Throws a `ConnectionProblem`. */
  openProvider: OpenModelProvider;
  channels: Channels;
  onCall: OnCallSchedules;
  stop(): Promise<void>;
}

export interface ConnectionsOptions {
  database: Database;
  keys: SecretKeys;
  connectors: readonly Connector[];
  /** Registers the tools of a source for this process to run. */
  registry: { connect(source: string, tools: readonly ServerTool[]): void };
  engine: Pick<Engine, "connectionTools" | "events">;
  log: Log;
}

/** Generous limit, because a model that thinks for minutes is still answering. */
const MODEL_ANSWER_MS = 600_000;

export function createConnections(options: ConnectionsOptions): RunningConnections {
  const { database, registry, engine, log } = options;
  const network = createCheckedNetwork();
  const connectors = new Map(options.connectors.map((connector) => [connector.name as string, connector]));
  const deps: OpenDeps = { database, keys: options.keys, network, connectors };
  const views = new Map<string, ConnectionView>();
  const { onChange } = engine.events;
  const follower = followChanges({
    what: "connections",
    apply: applyNow,
    release: async (workspaceId) => disconnect(registry, views, sourcesIn(views, workspaceId)),
    versionsOf: (workspaceIds) => connectionVersions(database.kysely, workspaceIds),
    onChange,
    log,
  });

  async function applyNow(workspaceId: string): Promise<void> {
    const rows = await listConnections(database.kysely, workspaceId);
    for (const row of rows) views.set(connectionSource(row), await follow(row));
    await withdrawOthers(options, views, workspaceId, new Set(rows.map(connectionSource)));
  }

  async function follow(row: ConnectionRow): Promise<ConnectionView> {
    const source = connectionSource(row);
    const none = { tools: [], withheld: [] };
    if (!row.enabled) {
      registry.connect(source, []);
      // Opening it makes its secrets known: they are masked wherever they appear, also while it is disabled.
      await openRow(deps, row).catch((error: unknown) => {
        if (!(error instanceof ConnectionProblem)) throw error;
      });
      await engine.connectionTools.sync(row, []);
      return { problem: null, ...none };
    }
    try {
      const opened = await openRow(deps, row);
      const gated = toolsOf(opened);
      const synced = await engine.connectionTools.sync(row, gated);
      // The connection changed after it was read; the follower reads it again because of that change.
      if (!synced) return views.get(source) ?? { problem: null, ...none };
      const stored = gated.filter(({ definition }) => synced.stored.includes(definition.name));
      registry.connect(
        source,
        stored.map((each) => runAnew(deps, each, opened)),
      );
      return { problem: null, tools: synced.stored, withheld: synced.withheld };
    } catch (error) {
      if (!(error instanceof ConnectionProblem)) throw error;
      registry.connect(source, []);
      log("warn", "a connection cannot be used", { connection: row.id, problem: error.message });
      return { problem: error.message, ...none };
    }
  }

  return {
    admin: createConnectionAdmin({
      deps,
      engine,
      apply: follower.apply,
      viewOf: (row) => views.get(connectionSource(row)),
      log,
    }),
    serve: follower.serve,
    leave: follower.leave,
    openProvider: (workspaceId, id) => openProvider(deps, workspaceId, id),
    channels: createChannels(deps),
    onCall: createOnCallSchedules(deps),
    async stop() {
      await follower.stop();
      await network.close();
    },
  };
}

type Views = Map<string, ConnectionView>;

const prefixOf = (workspaceId: string): string => connectionSource({ workspaceId, id: "" });
const sourcesIn = (views: Views, workspaceId: string): string[] =>
  [...views.keys()].filter((source) => source.startsWith(prefixOf(workspaceId)));

function disconnect(registry: ConnectionsOptions["registry"], views: Views, sources: readonly string[]): void {
  for (const source of sources) {
    views.delete(source);
    registry.connect(source, []);
  }
}

/** Removes tools and views of connections that are no longer stored. */
async function withdrawOthers(
  { database, registry, engine }: ConnectionsOptions,
  views: Views,
  workspaceId: string,
  known: ReadonlySet<string>,
): Promise<void> {
  const prefix = prefixOf(workspaceId);
  const listed = (await listTools(database.kysely, workspaceId)).filter(({ vetting }) => vetting !== "gone");
  const stored = listed.map(({ source }) => source).filter((source) => source.startsWith(prefix));
  for (const source of new Set([...stored, ...sourcesIn(views, workspaceId)])) {
    if (known.has(source)) continue;
    disconnect(registry, views, [source]);
    await engine.connectionTools.sync({ workspaceId, id: source.slice(prefix.length), version: null }, []);
  }
}

async function openProvider(deps: OpenDeps, workspaceId: string, id: string) {
  const row = await findConnection(deps.database.kysely, workspaceId, id);
  if (!row?.enabled) throw new ConnectionProblem("The connection to the provider was removed or disabled.");
  const { open, mask } = await openRow(deps, row);
  const { baseUrl } = open.settings as { baseUrl: string };
  const { apiKey } = open.credentials as { apiKey?: string };
  const fetch = deps.network.fetch(row.allowPrivate, MODEL_ANSWER_MS);
  return { connector: row.connector, name: row.name, baseUrl, apiKey, fetch, mask };
}
