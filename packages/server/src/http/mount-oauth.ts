import type { Context } from "hono";
import type { OAuth } from "../identity/oauth/create-oauth.ts";
import { SCOPE } from "../identity/oauth/tokens.ts";
import { problemResponse } from "../transport/problem.ts";
import type { ClientAddress } from "./client-address.ts";
import { hasMcpPath } from "./mount-mcp.ts";
import type { KeyFailures } from "./key-failures.ts";
import { createNetworkLimit } from "./network-limit.ts";
import type { App } from "./mount-routes.ts";
import { readBody, readForm } from "./read-body.ts";
import { RESOURCE_METADATA } from "./resource-metadata.ts";

interface OAuthParts {
  oauth: OAuth;
  /** Address of this server: the issuer. */
  publicUrl: string;
  keyFailures: KeyFailures;
  clientAddress: ClientAddress;
}

const AUTHORIZE = "/oauth/authorize";
const TOKEN = "/oauth/token";
const REGISTER = "/oauth/register";
const REVOKE = "/oauth/revoke";
const SERVER_METADATA = "/.well-known/oauth-authorization-server";
/** The page that asks the person. */
const PAGE = "/connect";

const REGISTRATIONS_A_MINUTE = 20;

/** Clients may run in pages of other sites; these addresses never see a cookie. */
const OPEN = { "Access-Control-Allow-Origin": "*" };
const PREFLIGHT = {
  ...OPEN,
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
  "Access-Control-Max-Age": "600",
};

/** What clients need to sign in by themselves: metadata (RFC 8414, RFC 9728), registration, the token endpoint, revocation. */
export function mountOAuth(app: App, { oauth, publicUrl, keyFailures, clientAddress }: OAuthParts): void {
  const accepts = (kind: OAuth["accepts"][number]): boolean => oauth.accepts.includes(kind);
  const serverMetadata = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + AUTHORIZE,
    token_endpoint: publicUrl + TOKEN,
    revocation_endpoint: publicUrl + REVOKE,
    ...(accepts("registration") && { registration_endpoint: publicUrl + REGISTER }),
    scopes_supported: [SCOPE],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: accepts("documents"),
    service_documentation: `${publicUrl}/docs/guide/`,
  };
  const get = (path: string, answer: (context: Context) => Response | undefined): void => {
    app.options(path, () => new Response(null, { status: 204, headers: PREFLIGHT }));
    app.get(path, async (context, next) => {
      context.set("route", path.replace("/*", ""));
      return answer(context) ?? next();
    });
  };
  const registrations = createNetworkLimit(REGISTRATIONS_A_MINUTE, "Too many clients registered from this address.");
  const post = (path: string, answer: (request: Request, address: string | undefined) => Promise<Response>): void => {
    app.options(path, () => new Response(null, { status: 204, headers: PREFLIGHT }));
    app.post(path, async (context) => {
      context.set("route", path);
      const address = clientAddress(context.env?.incoming);
      const answered = await answer(context.req.raw, address);
      const tooMany = answered.status < 400 ? undefined : keyFailures.count(address);
      return tooMany ? problemResponse(tooMany, OPEN) : answered;
    });
  };
  const resource = ({ req }: Context): Response | undefined => {
    const path = req.path.slice(RESOURCE_METADATA.length) || "/mcp";
    if (!hasMcpPath(path)) return undefined;
    const found = { resource: publicUrl + path, authorization_servers: [publicUrl], scopes_supported: [SCOPE] };
    return Response.json({ ...found, bearer_methods_supported: ["header"], resource_name: "Countersign" }, { headers: OPEN });
  };

  get(RESOURCE_METADATA, resource);
  get(`${RESOURCE_METADATA}/*`, resource);
  get(SERVER_METADATA, () => Response.json(serverMetadata, { headers: OPEN }));
  // The page checks the request once the person is signed in: a stranger must not make this server fetch documents.
  app.get(AUTHORIZE, (context) => context.redirect(PAGE + new URL(context.req.url).search));
  post(REGISTER, async (request, address) => {
    const tooMany = registrations.count(address);
    if (tooMany) return problemResponse(tooMany, OPEN);
    const body = await readBody(request);
    const registered = body.ok ? await oauth.register(body.value) : body;
    if (!registered.ok) return failed("invalid_client_metadata", registered.refusal.detail);
    const fixed = {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: SCOPE,
    };
    return Response.json({ ...registered.value, ...fixed }, { status: 201, headers: OPEN });
  });
  post(TOKEN, async (request) => {
    const form = await readForm(request);
    if (!form.ok) return failed("invalid_request", form.refusal.detail);
    const answer = await oauth.token(form.value);
    if (!answer.ok) return failed(answer.error.error, answer.error.error_description);
    return Response.json(answer.tokens, { headers: { ...OPEN, "Cache-Control": "no-store" } });
  });
  post(REVOKE, async (request) => {
    const form = await readForm(request);
    if (!form.ok) return failed("invalid_request", form.refusal.detail);
    await oauth.revoke(form.value);
    return new Response(null, { status: 200, headers: OPEN });
  });
}

const failed = (error: string, error_description: string): Response =>
  Response.json({ error, error_description }, { status: 400, headers: OPEN });
