import type { Sharing, Trust, UpstreamEra } from "@countersign/protocol";
import type { Generated } from "kysely";
import type { Instant } from "./columns.ts";

/** See migration 0006. */
export interface UpstreamTable {
  workspaceId: string;
  name: string;
  transport: "http" | "sse";
  url: string;
  trust: Trust;
  prefix: string;
  era: UpstreamEra;
  enabled: boolean;
  allowPrivate: boolean;
  sharing: Sharing;
  maxConnections: number;
  allowQuestions: boolean;
  callSeconds: number;
  maxResultMebibytes: number;
  maxTools: number;
  sealedHeaders: Uint8Array | null;
  /** Null if no headers are stored, or if an earlier version encrypted them with COUNTERSIGN_SECRET. */
  keyId: string | null;
  headerNames: string[];
  version: Generated<number>;
  createdAt: Instant;
  updatedAt: Instant;
}

/** See migration 0010. */
export interface ConnectionTable {
  workspaceId: string;
  id: string;
  connector: string;
  name: string;
  prefix: string;
  settings: string;
  enabled: boolean;
  allowPrivate: boolean;
  sealedCredentials: Uint8Array | null;
  keyId: string | null;
  credentialFields: string[];
  credentialsVersion: Generated<number>;
  version: Generated<number>;
  createdAt: Instant;
  updatedAt: Instant;
}

/** See migration 0040. */
export interface OnCallTeamTable {
  workspaceId: string;
  connectionId: string;
  connectionName: string;
  baseTeam: string;
  onCallTeam: string;
  startsAt: Instant;
  userIds: string[];
  ignored: string[];
  problem: string | null;
  changedAt: Instant;
}

/** Identity of the server behind an upstream's name, recorded when its tools were last listed. */
export interface UpstreamTargetTable {
  workspaceId: string;
  name: string;
  origin: "file" | "admin";
  targetHash: string;
  updatedAt: Instant;
  /** Fingerprints of the tools in its first list that exceeded the upstream's maximum. */
  firstBeyond: Generated<string[]>;
}
