import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { Provider, type Configuration } from "oidc-provider";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

/** A real OpenID provider on loopback. Its own forms sign in anybody whose `sub` is among `people`, with any password. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims by subject. */
  people: Map<string, Record<string, unknown>>;
  /** Signs with another key from now on; the former one is no longer published. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

export async function startOpenIdProvider(redirectUris: string[], port?: number): Promise<OpenIdProvider> {
  const listenOn = port ?? (await findFreePort());
  const issuer = `http://127.0.0.1:${listenOn}`;
  const people: OpenIdProvider["people"] = new Map();
  const client = {
    client_id: "countersign",
    client_secret: "a secret of the provider's test client",
    redirect_uris: redirectUris,
  };
  const configure = async (): Promise<Configuration> => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    return {
      clients: [client],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: crypto.randomUUID() }] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
      // Claims of scopes are in the ID token, as most hosted providers send them.
      conformIdTokenClaims: false,
      cookies: { keys: ["only for tests"] },
      findAccount: (_context, sub) => {
        const claims = people.get(sub);
        return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
      },
    };
  };
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  const rotateKeys = async (): Promise<void> => {
    answer = quietly(() => new Provider(issuer, config)).callback();
  };
  let config = await configure();
  await rotateKeys();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(listenOn, "127.0.0.1");
  await once(server, "listening");
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    people,
    async rotateKeys() {
      config = await configure();
      await rotateKeys();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The library warns that its forms, and http, are for tests only. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** Fills in the provider's forms as a browser does. Returns where it sends the browser back to. */
export async function signInAtProvider(authorizationUrl: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  const own = new URL(authorizationUrl).origin;
  let [url, body]: [URL, URLSearchParams | undefined] = [new URL(authorizationUrl), undefined];
  for (let step = 0; step < 12; step += 1) {
    if (url.origin !== own) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(body && { method: "POST", body }),
    });
    for (const [, name = "", value = ""] of response.headers.getSetCookie().map((each) => /^([^=]+)=([^;]*)/.exec(each) ?? []))
      jar.set(name, value);
    const location: string | null = response.headers.get("location");
    if (location !== null) {
      [url, body] = [new URL(location, url), undefined];
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 2000)}`);
    body = new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) });
  }
  throw new Error("the provider leads nowhere");
}
