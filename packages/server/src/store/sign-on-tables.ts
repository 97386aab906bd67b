import type { Instant } from "./columns.ts";

/** See migration 0053. */
export interface SignOnTable {
  stateHash: string;
  browserHash: string;
  issuer: string;
  nonce: string;
  codeVerifier: string;
  next: string | null;
  expiresAt: Instant;
}

export interface ProvidedMemberTable {
  workspaceId: string;
  userId: string;
  issuer: string;
  providerName: string;
}
