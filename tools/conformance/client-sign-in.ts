import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { FetchedCredential } from "../../packages/server/src/tools/upstreams/http-target.ts";

const REDIRECT = "http://localhost:3000/callback";
/** Where the suite expects a client to have published its metadata. */
const METADATA_URL = "https://conformance-test.local/client-metadata.json";

/** Signs in at an upstream by OAuth: the SDK knows the flow, the person at the browser is played by following the address. */
export function createSignIn(url: string, client: { client_id?: string; client_secret?: string }): FetchedCredential {
  let visited: URL | undefined;
  let scope: string | undefined;
  let metadataUrl: URL | undefined;
  let stepUps = 0;
  const kept: Record<string, unknown> = {};
  if (client.client_id !== undefined) kept["client"] = client;
  const get = <T>(name: string) => kept[name] as T | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl: METADATA_URL,
    clientMetadata: {
      client_name: "countersign",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    },
    state: () => "state-of-the-suite",
    clientInformation: () => get("client"),
    saveClientInformation: (information) => void (kept["client"] = information),
    tokens: () => get("tokens"),
    saveTokens: (tokens) => void (kept["tokens"] = tokens),
    redirectToAuthorization: (address) => void (visited = address),
    saveCodeVerifier: (verifier) => void (kept["verifier"] = verifier),
    codeVerifier: () => get<string>("verifier") ?? "",
    invalidateCredentials(what) {
      if (what === "all" || what === "tokens") delete kept["tokens"];
      if (what === "all" || what === "client") delete kept["client"];
    },
  };
  const tokens = () => get<{ access_token: string; scope?: string }>("tokens");

  return {
    header: async () => {
      const now = tokens();
      return now && `Bearer ${now.access_token}`;
    },
    async renew(status, challenge) {
      const asked = extractWWWAuthenticateParams(
        new Response(null, { status, headers: challenge === null ? {} : { "www-authenticate": challenge } }),
      );
      if (status === 403 && (asked.error !== "insufficient_scope" || (stepUps += 1) > 1)) return false;
      metadataUrl = asked.resourceMetadataUrl ?? metadataUrl;
      scope = status === 403 ? computeScopeUnion(scope, tokens()?.scope, asked.scope) : (asked.scope ?? scope);
      const options = {
        serverUrl: url,
        ...(metadataUrl && { resourceMetadataUrl: metadataUrl }),
        ...(scope !== undefined && { scope }),
      };
      const forceReauthorization = status === 403 && isStrictScopeSuperset(scope, tokens()?.scope);
      if ((await auth(provider, { ...options, forceReauthorization })) === "AUTHORIZED") return true;
      if (!visited) return false;
      const answer = await fetch(visited, { redirect: "manual" });
      const back = new URL(answer.headers.get("location") ?? "", visited);
      const authorizationCode = back.searchParams.get("code");
      if (authorizationCode === null) return false;
      const iss = back.searchParams.get("iss");
      return (await auth(provider, { ...options, authorizationCode, ...(iss !== null && { iss }) })) === "AUTHORIZED";
    },
  };
}
