import { createHash, randomBytes } from "node:crypto";

export const GOOGLE_CLIENT = { id: "client.apps.example.test", secret: "GOCSPX-client-secret" } as const;
export const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive";
export const READ_SCOPE = "https://www.googleapis.com/auth/drive.readonly";

export interface GoogleOAuth {
  handle(request: Request): Promise<Response | undefined>;
  /** The scope of a valid access token; undefined for any other. */
  scopeOf(token: string): string | undefined;
  /** Returns a refresh token, as after a person's consent. */
  grant(scope?: string): string;
  revoke(refreshToken: string): void;
  /** Revokes every consent. */
  revokeAll(): void;
  /** Expires all access tokens. */
  expire(): void;
  /** Number of access tokens issued. */
  issued: number;
}

/** Fake of Google's consent page and token endpoint: authorization code with PKCE, refresh tokens. */
export function createGoogleOAuth(): GoogleOAuth {
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, string>();
  const codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>();
  const fresh = (prefix: string): string => `${prefix}${randomBytes(18).toString("base64url")}`;
  const refuse = (error: string, words: string, status = 400): Response =>
    Response.json({ error, error_description: words }, { status });

  function authorize({ searchParams: query }: URL): Response {
    const redirectUri = query.get("redirect_uri") ?? "";
    if (query.get("client_id") !== GOOGLE_CLIENT.id) return new Response("Error 401: invalid_client", { status: 401 });
    const answer = new URL(redirectUri);
    const state = query.get("state");
    if (state !== null) answer.searchParams.set("state", state);
    if (query.get("code_challenge_method") !== "S256") answer.searchParams.set("error", "invalid_request");
    else {
      const code = fresh("4/");
      codes.set(code, { challenge: query.get("code_challenge") ?? "", redirectUri, scope: query.get("scope") ?? "" });
      answer.searchParams.set("code", code);
    }
    return new Response(null, { status: 302, headers: { location: answer.href } });
  }

  function exchange(form: URLSearchParams, oauth: GoogleOAuth): Response {
    if (form.get("client_id") !== GOOGLE_CLIENT.id || form.get("client_secret") !== GOOGLE_CLIENT.secret) {
      return refuse("invalid_client", "The OAuth client was not found.", 401);
    }
    if (form.get("grant_type") === "refresh_token") {
      const scope = refreshTokens.get(form.get("refresh_token") ?? "");
      if (scope === undefined) return refuse("invalid_grant", "Token has been expired or revoked.");
      return answerWith(scope, oauth, {});
    }
    const code = form.get("code") ?? "";
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (form.get("grant_type") !== "authorization_code" || found?.challenge !== challenge) {
      return refuse("invalid_grant", "Missing code verifier or malformed auth code.");
    }
    if (found.redirectUri !== form.get("redirect_uri")) return refuse("redirect_uri_mismatch", "Bad Request");
    return answerWith(found.scope, oauth, { refresh_token: oauth.grant(found.scope) });
  }

  function answerWith(scope: string, oauth: GoogleOAuth, more: object): Response {
    const token = fresh("ya29.");
    accessTokens.set(token, scope);
    oauth.issued += 1;
    return Response.json({ access_token: token, expires_in: 3599, scope, token_type: "Bearer", ...more });
  }

  return {
    issued: 0,
    async handle(request) {
      const url = new URL(request.url);
      if (url.pathname === "/o/oauth2/v2/auth") return authorize(url);
      if (url.pathname === "/token") return exchange(new URLSearchParams(await request.text()), this);
      return undefined;
    },
    scopeOf: (token) => accessTokens.get(token),
    grant(scope = DRIVE_SCOPE) {
      const token = fresh("1//");
      refreshTokens.set(token, scope);
      return token;
    },
    revoke(refreshToken) {
      refreshTokens.delete(refreshToken);
      accessTokens.clear();
    },
    revokeAll() {
      refreshTokens.clear();
      accessTokens.clear();
    },
    expire: () => accessTokens.clear(),
  };
}
