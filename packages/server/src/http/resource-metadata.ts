import { SCOPE } from "../identity/oauth/tokens.ts";

/** Where clients find who issues tokens for an MCP endpoint (RFC 9728); the endpoint's path follows. */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/** `WWW-Authenticate` of an MCP endpoint that accepts OAuth tokens. */
export const challengeOf = (publicUrl: string, path: string, error?: string): string =>
  `Bearer resource_metadata="${publicUrl}${RESOURCE_METADATA}${path}", scope="${SCOPE}"${error === undefined ? "" : `, error="${error}"`}`;
