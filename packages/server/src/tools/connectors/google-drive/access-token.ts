import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  ClientSecretPost,
  customFetch,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  ResponseBodyError,
  validateAuthResponse,
  type TokenEndpointResponse,
} from "oauth4webapi";
import type { ConnectorAuthorization } from "../connector.ts";
import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import type { DriveConnection, DriveCredentials } from "./settings.ts";

const ISSUER = "https://accounts.google.com";
const SCOPE = "https://www.googleapis.com/auth/drive";
/** A token that expires within this margin is replaced before use. */
const MARGIN_MS = 60_000;

/** Returns an access token valid for the next request. Refreshes a stored token that expired or equals `refused`. */
export async function accessToken(connection: DriveConnection, signal: AbortSignal, refused?: string): Promise<string> {
  const { accessToken: stored, accessTokenExpiresAt: until = 0 } = connection.credentials;
  if (stored !== undefined && stored !== refused && until - MARGIN_MS > Date.now()) return stored;
  const fresh = await refresh(connection, signal);
  const now = await connection.replaceCredentials(fresh);
  // If other credentials were stored in the meantime, those count, unless they contain no access token yet.
  return now.accessToken ?? fresh.accessToken;
}

type Fresh = DriveCredentials & { accessToken: string };

function refresh(connection: DriveConnection, signal: AbortSignal): Promise<Fresh> {
  const { clientSecret, refreshToken } = connection.credentials;
  if (refreshToken === undefined)
    throw new ServiceFault("auth", "No account is connected. Connect one, or enter a refresh token.");
  return askForTokens(connection, async (server, client) => {
    const options = optionsOf(connection, signal);
    const response = await refreshTokenGrantRequest(server, client, ClientSecretPost(clientSecret), refreshToken, options);
    refuseFault(response);
    return processRefreshTokenResponse(server, client, response);
  });
}

/** Google's consent page and the exchange of its answer for tokens. */
export const driveAuthorization: ConnectorAuthorization<DriveCredentials, DriveConnection["settings"]> = {
  url({ credentials, settings }, { redirectUri, state, challenge }) {
    const url = new URL(settings.authorizeUrl);
    const query = {
      response_type: "code",
      client_id: credentials.clientId,
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      // Google returns a refresh token only with both of these, also for an account that already gave consent.
      access_type: "offline",
      prompt: "consent",
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  },

  async exchange(connection, { query, redirectUri, state, verifier }, signal) {
    const { refreshToken: _former, ...former } = connection.credentials;
    const fresh = await askForTokens({ ...connection, credentials: former }, async (server, client) => {
      const answer = validateAuthResponse(server, client, query, state);
      const secret = ClientSecretPost(former.clientSecret);
      const options = optionsOf(connection, signal);
      const response = await authorizationCodeGrantRequest(server, client, secret, answer, redirectUri, verifier, options);
      refuseFault(response);
      const tokens = await processAuthorizationCodeResponse(server, client, response);
      if (tokens.scope?.split(" ").includes(SCOPE) === false) {
        throw new ServiceFault("auth", "Access to files was not granted. Keep its checkbox selected on Google's page.");
      }
      return tokens;
    });
    if (fresh.refreshToken === undefined)
      throw new ServiceFault("auth", "Google returned no refresh token. Connect the account again.");
    return fresh;
  },
};

type Party = { server: { issuer: string; token_endpoint: string }; client: { client_id: string } };

async function askForTokens(
  { credentials, settings }: Pick<DriveConnection, "credentials" | "settings">,
  ask: (server: Party["server"], client: Party["client"]) => Promise<TokenEndpointResponse>,
): Promise<Fresh> {
  try {
    const answer = await ask({ issuer: ISSUER, token_endpoint: settings.tokenUrl }, { client_id: credentials.clientId });
    return {
      ...credentials,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      accessToken: answer.access_token,
      accessTokenExpiresAt: Date.now() + (answer.expires_in ?? 3600) * 1000,
    };
  } catch (error) {
    throw nothingDone(faultOfTokens(error));
  }
}

const optionsOf = ({ settings, fetch }: DriveConnection, signal: AbortSignal) => ({
  [customFetch]: (url: string, options: object) => fetch(url, options as RequestInit),
  [allowInsecureRequests]: settings.tokenUrl.startsWith("http:"),
  signal,
});

function refuseFault(response: Response): void {
  if (response.status === 429 || response.status >= 500) throw faultOfStatus(response.status, response.headers);
}

function faultOfTokens(error: unknown): ServiceFault {
  if (error instanceof AuthorizationResponseError) {
    return new ServiceFault("auth", `Access was not granted (${error.error}). Connect the account again.`);
  }
  if (error instanceof ResponseBodyError) {
    const words =
      error.error === "invalid_grant"
        ? "The access was revoked or has expired. Connect the account again, or enter a new refresh token."
        : `The OAuth client is not accepted (${error.error}): check its id and secret.`;
    return new ServiceFault("auth", words);
  }
  return faultOfError(error);
}

/** Without a token no Drive request was sent, so the fault had no effect. */
const nothingDone = ({ kind, message, retryAfterSeconds }: ServiceFault): ServiceFault =>
  new ServiceFault(kind, message, { retryAfterSeconds, mayHaveHappened: false });
