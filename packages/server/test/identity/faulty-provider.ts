import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

/** What a provider answers that does not keep to the protocol. */
export interface Faults {
  /** Changes the claims of the ID token. */
  claims?: JWTPayload;
  /** Signs with a key that is not published, or not at all. */
  signature?: "foreign" | "none";
  /** Overrides fields of the discovery document. */
  metadata?: Record<string, unknown>;
  /** Claims of the userinfo endpoint. */
  userInfo?: Record<string, unknown>;
  tokenStatus?: number;
}

/** A provider that signs in one person without asking, and breaks the protocol as it is told. */
export interface FaultyProvider {
  issuer: string;
  faults: Faults;
  /** Bodies of the requests that the token endpoint received. */
  exchanges: URLSearchParams[];
  close(): Promise<void>;
}

const SECONDS = 1000;

export async function startFaultyProvider(person: JWTPayload): Promise<FaultyProvider> {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [own, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const published = { ...(await exportJWK(own.publicKey)), alg: "RS256", use: "sig", kid: "one" };
  const codes = new Map<string, { nonce: string; clientId: string }>();
  const provider: FaultyProvider = { issuer, faults: {}, exchanges: [], close };

  async function idToken(nonce: string, audience: string): Promise<string> {
    const now = Math.floor(Date.now() / SECONDS);
    const claims = { iss: issuer, aud: audience, nonce, iat: now, exp: now + 300, ...person, ...provider.faults.claims };
    if (provider.faults.signature === "none") return new UnsecuredJWT(claims).encode();
    const { privateKey } = provider.faults.signature === "foreign" ? foreign : own;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () =>
        send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          ...(provider.faults.userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
          ...provider.faults.metadata,
        }),
      "/jwks": () => send(200, { keys: [published] }),
      "/userinfo": () => send(200, provider.faults.userInfo),
      "/authorize": () => {
        const code = crypto.randomUUID();
        codes.set(code, { nonce: searchParams.get("nonce") ?? "", clientId: searchParams.get("client_id") ?? "" });
        const location = new URL(searchParams.get("redirect_uri") ?? "");
        location.search = new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
        response.writeHead(302, { location: location.href }).end();
      },
      "/token": async () => {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        const form = new URLSearchParams(text);
        provider.exchanges.push(form);
        const begun = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        if (!begun || provider.faults.tokenStatus) return send(provider.faults.tokenStatus ?? 400, { error: "invalid_grant" });
        const token = await idToken(begun.nonce, begun.clientId);
        send(200, { access_token: "access", token_type: "Bearer", expires_in: 60, id_token: token });
      },
    };
    void (answers[pathname] ?? (() => send(404, {})))();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  async function close(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
  return provider;
}
