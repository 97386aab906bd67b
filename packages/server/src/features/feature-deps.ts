import type { Channels } from "../ports/channel.ts";
import type { Engine } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import type { OnCallSchedules, OnCallTeams } from "../ports/on-call.ts";
import type { OpenModelProvider } from "../ports/model-providers.ts";
import type { ServerTool, ServerTools } from "../ports/tool.ts";
import type { Database } from "../store/database.ts";

/** What every feature is made from: the gate's ports, the registry of tools that run in this process, and the store. */
export interface FeatureDeps {
  database: Database;
  engine: Engine;
  registry: { add(connector: ServerTools): void; connect(source: string, tools: readonly ServerTool[]): void };
  log: Log;
  /** Folder in which a feature may keep files, each in a folder of its own. */
  dataFolder: string;
  /** Opens a workspace's connection to a provider of models. */
  openProvider: OpenModelProvider;
  /** Connections that carry notifications. */
  channels: Channels;
  /** Connections that say who is on call, and the teams that follow from it. */
  onCall: { schedules: OnCallSchedules; teams: OnCallTeams };
  /** Signing secrets, the first of which signs. */
  secrets: readonly [string, ...string[]];
  /** The server's address as people reach it, without a slash at the end. Known once the server listens. */
  publicUrl(): string;
}
