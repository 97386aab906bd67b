import type { Sharing, Trust, UpstreamEra, UpstreamLimits, UpstreamToolSettings } from "@countersign/protocol";
import type { HttpTarget } from "./http-target.ts";
import type { StdioTarget } from "./stdio-wire.ts";

/** Where an upstream is, with every reference resolved. Holds secrets: never logged, never sent. */
export type UpstreamTarget = ({ transport: "stdio" } & StdioTarget) | ({ transport: "http" | "sse" } & HttpTarget);

/** One upstream as it is configured. */
export interface UpstreamSpec {
  workspaceId: string;
  name: string;
  /** `file`: countersign.yaml says it; `admin`: an administrator did, over the API. */
  origin: "file" | "admin";
  target: UpstreamTarget;
  /** For people: the command or the address as it was written, references unresolved and secrets masked. */
  shownTarget: string;
  headerNames: string[];
  /** Values that may be in nothing that comes back: no result, error, log or page. */
  secrets: string[];
  /** Names of secrets too short to be masked. */
  unmasked?: readonly string[];
  trust: Trust;
  prefix: string;
  era: UpstreamEra;
  enabled: boolean;
  /** Whether each agent's session has a connection of its own. */
  sharing: Sharing;
  /** Of agents' sessions; the catalogue's own is beside them. */
  maxConnections: number;
  /** Sampling and elicitation of an untrusted upstream reach clients. */
  allowQuestions: boolean;
  limits: UpstreamLimits;
  tools: Readonly<Record<string, UpstreamToolSettings>>;
  /** Why it is not connected to at all. */
  blockedBy?: string;
}

/** What the tools of an upstream carry as their source; unique over all workspaces, as no name has a `/`. */
export const sourceOf = ({ workspaceId, name }: { workspaceId: string; name: string }): string => `mcp:${workspaceId}/${name}`;
