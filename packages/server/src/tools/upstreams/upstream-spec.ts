import type { Sharing, Trust, UpstreamEra, UpstreamLimits, UpstreamToolSettings } from "@countersign/protocol";
import { upstreamSource } from "../../core/upstream-requests.ts";
import type { HttpTarget } from "./http-target.ts";
import type { StdioTarget } from "./stdio-target.ts";

/** Where an upstream is, with all references resolved. Contains secrets: must not be logged or sent to clients. */
export type UpstreamTarget = ({ transport: "stdio" } & StdioTarget) | ({ transport: "http" | "sse" } & HttpTarget);

/** Configuration of one upstream. */
export interface UpstreamSpec {
  workspaceId: string;
  name: string;
  /** `file`: from countersign.yaml; `admin`: added by an administrator over the API. */
  origin: "file" | "admin";
  target: UpstreamTarget;
  /** Command or URL for display: as written, with references unresolved and secrets masked. */
  shownTarget: string;
  headerNames: string[];
  /** Values that must not appear in any result, error, log or page. */
  secrets: string[];
  /** Names of secrets too short to be masked. */
  unmasked?: readonly string[];
  trust: Trust;
  prefix: string;
  era: UpstreamEra;
  enabled: boolean;
  /** Whether each agent session has its own session at the upstream. */
  sharing: Sharing;
  /** Maximum sessions of agents at the upstream; the catalogue's is not counted. */
  maxConnections: number;
  /** Whether an untrusted upstream's sampling and elicitation requests reach clients. */
  allowQuestions: boolean;
  limits: UpstreamLimits;
  tools: Readonly<Record<string, UpstreamToolSettings>>;
  /** Why no connection is attempted; undefined if nothing blocks it. */
  blockedBy?: string;
}

/** Source of an upstream's tools; unique over all workspaces, as no name contains a `/`. */
export const sourceOf = ({ workspaceId, name }: { workspaceId: string; name: string }): string =>
  upstreamSource(workspaceId, name);
