import {
  allowInsecureRequests,
  ClientSecretPost,
  customFetch,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  ResponseBodyError,
} from "oauth4webapi";
import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import type { DriveConnection, DriveCredentials } from "./settings.ts";

const ISSUER = "https://accounts.google.com";
/** A token that ends sooner than this is replaced before it is used. */
const MARGIN_MS = 60_000;

/** An access token that holds for the next request, fetched anew where the stored one is over or was `refused`. */
export async function accessToken(connection: DriveConnection, signal: AbortSignal, refused?: string): Promise<string> {
  const { accessToken: stored, accessTokenExpiresAt: until = 0 } = connection.credentials;
  if (stored !== undefined && stored !== refused && until - MARGIN_MS > Date.now()) return stored;
  const fresh = await refresh(connection, signal);
  const now = await connection.replaceCredentials(fresh);
  // Somebody else stored other credentials meanwhile; theirs count, unless they hold nothing to use yet.
  return now.accessToken ?? fresh.accessToken;
}

async function refresh(
  { credentials, settings, fetch }: DriveConnection,
  signal: AbortSignal,
): Promise<DriveCredentials & { accessToken: string }> {
  const { clientId, clientSecret, refreshToken } = credentials;
  const server = { issuer: ISSUER, token_endpoint: settings.tokenUrl };
  const client = { client_id: clientId };
  try {
    const response = await refreshTokenGrantRequest(server, client, ClientSecretPost(clientSecret), refreshToken, {
      [customFetch]: (url, options) => fetch(url, options as RequestInit),
      [allowInsecureRequests]: settings.tokenUrl.startsWith("http:"),
      signal,
    });
    if (response.status === 429 || response.status >= 500) throw faultOfStatus(response.status, response.headers);
    const answer = await processRefreshTokenResponse(server, client, response);
    return {
      ...credentials,
      refreshToken: answer.refresh_token ?? refreshToken,
      accessToken: answer.access_token,
      accessTokenExpiresAt: Date.now() + (answer.expires_in ?? 3600) * 1000,
    };
  } catch (error) {
    throw nothingDone(faultOfRefresh(error));
  }
}

function faultOfRefresh(error: unknown): ServiceFault {
  if (error instanceof ResponseBodyError) {
    const words =
      error.error === "invalid_grant"
        ? "The access was revoked or ran out: connect the account again, or enter a new refresh token."
        : `The OAuth client is not accepted (${error.error}): check its id and secret.`;
    return new ServiceFault("auth", words);
  }
  return faultOfError(error);
}

/** Without a token no request was sent, so whatever went wrong had no effect. */
const nothingDone = ({ kind, message, retryAfterSeconds }: ServiceFault): ServiceFault =>
  new ServiceFault(kind, message, { retryAfterSeconds, mayHaveHappened: false });
