import type { Generated } from "kysely";
import type { Instant } from "./columns.ts";

/** See migration 0018. */
export interface StudioToolTable {
  workspaceId: string;
  name: string;
  draft: string;
  draftHash: string;
  draftVersion: Generated<number>;
  publishedVersion: number | null;
  createdAt: Instant;
  updatedAt: Instant;
  updatedBy: string;
  updatedName: string;
}

/** See migration 0018. */
export interface StudioRunTable {
  workspaceId: string;
  name: string;
  id: string;
  draftHash: string;
  ok: boolean;
  input: string;
  output: string | null;
  error: string | null;
  logs: string;
  requests: string;
  durationMs: number;
  at: Instant;
  byId: string;
  byName: string;
}

/** See migration 0018. */
export interface StudioVersionTable {
  workspaceId: string;
  name: string;
  version: number;
  draft: string;
  draftHash: string;
  definitionHash: string;
  runId: string;
  publishedAt: Instant;
  publishedBy: string;
  publishedName: string;
}
