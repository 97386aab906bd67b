import type {
  Approval,
  JsonObject,
  StudioPublication,
  Tool,
  ToolDefinition,
  UpstreamLimits,
  UpstreamToolSettings,
} from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

/** Facts about an upstream by which its tools are judged. */
export interface ToolUpstream {
  workspaceId: string;
  name: string;
  /** Source of its tools; unique over all workspaces. */
  source: string;
  /** Prefix of its tools' names, joined with `_`; empty for none. */
  prefix: string;
  /** Annotations of an untrusted upstream can only raise the risk of its tools. */
  trust: "trusted" | "untrusted";
  transport: "stdio" | "http" | "sse";
  /** Whether requests to this upstream carry a credential. */
  authenticated: boolean;
  /** Network of an HTTP upstream; default `public`. */
  network?: "loopback" | "private" | "public";
  /** Tool settings of the configuration file, by the tools' names at the upstream. */
  toolSettings?: Readonly<Record<string, UpstreamToolSettings>>;
  /** Seconds an approved call may run, and maximum tools judged; default `DEFAULT_LIMITS`. */
  limits?: Pick<UpstreamLimits, "callSeconds" | "maxTools">;
}

export interface SyncedTools {
  /** Names on the gate of the tools that are listed and callable. */
  stored: string[];
  /** By name on the gate; by name at the upstream for a tool that was not given one. */
  withheld: { name: string; reasons: string[] }[];
}

export interface UpstreamTools {
  /** Stores an upstream's whole tool list. Call when it comes online and after each change of the list. */
  sync(upstream: ToolUpstream, tools: readonly JsonObject[]): Promise<SyncedTools>;
}

export interface ConnectionTool {
  definition: ToolDefinition;
  /** Name in its connector. */
  ownName: string;
  approval: Approval;
  /** Hash of the definition and of all settings it depends on. */
  hash: string;
}

export interface ConnectionState {
  workspaceId: string;
  id: string;
  /** Version as read; null if the connection is gone. */
  version: number | null;
}

export interface SyncedConnection {
  stored: string[];
  withheld: RefusedTool[];
}

export interface RefusedTool {
  name: string;
  reason: string;
}

export interface ConnectionTools {
  /**
   * Stores the whole list of a connection's tools. Tools that are no longer in it are gone, and the waiting actions of changed
   * and gone tools end. Returns undefined, and stores nothing, if the connection has another version than the one given.
   */
  sync(connection: ConnectionState, tools: readonly ConnectionTool[]): Promise<SyncedConnection | undefined>;
  /** The names that could not be stored, with the reason. Stores nothing. */
  findTakenNames(workspaceId: string, id: string, names: readonly string[]): Promise<RefusedTool[]>;
}

export interface DeclaredTools {
  /** Stores the tools of a worker: all or none. */
  register(by: Principal, definitions: readonly ToolDefinition[]): Promise<Result<Tool[]>>;
  /** Stores this server's tools in a workspace: those available from the start, or those of one connector. */
  registerServer(workspaceId: string, connector?: string): Promise<void>;
}

export interface StudioTools {
  /**
   * Publishes the draft as an immutable version, which replaces the former one and ends that one's open actions. Refused without
   * a successful run of exactly this draft, and, without `confirm`, if it lowers protection.
   */
  publish(
    by: Principal,
    name: string,
    request: { draftVersion: number; confirm?: boolean | undefined },
  ): Promise<Result<{ version: number }>>;
  /** Previews a publication; stores nothing. */
  look(by: Principal, name: string): Promise<Result<StudioPublication>>;
  /** Removes the tool from the gate; its draft and versions stay. */
  retire(by: Principal, name: string): Promise<Result<{ name: string }>>;
}
