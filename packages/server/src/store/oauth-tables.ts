import type { Instant, MaybeInstant } from "./columns.ts";

/** See migration 0050. */
export interface OAuthClientTable {
  id: string;
  name: string | null;
  redirectUris: string[];
  createdAt: Instant;
  allowedAt: MaybeInstant;
}

export interface OAuthGrantTable {
  id: string;
  workspaceId: string;
  agentId: string;
  clientId: string;
  /** Path of the MCP endpoint that its tokens are for. */
  endpoint: string;
  createdAt: Instant;
  endsAt: Instant;
  revokedAt: MaybeInstant;
}

export interface OAuthCodeTable {
  hash: string;
  grantId: string;
  redirectUri: string;
  codeChallenge: string;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

export interface OAuthTokenTable {
  hash: string;
  grantId: string;
  kind: "access" | "refresh";
  expiresAt: Instant;
  /** When a refresh token was exchanged for its successor. */
  replacedAt: MaybeInstant;
}
