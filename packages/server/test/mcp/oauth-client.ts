import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as v2 from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

/** An MCP client on this computer that signs in by OAuth, made with a published SDK. */
export interface SigningIn {
  /** What the client opens in the person's browser. */
  authorizationUrl: URL;
  /** Resolves once the person was sent back and the client is connected; throws if it was refused. */
  connected: Promise<Connected>;
}

export interface Connected {
  listTools(): Promise<string[]>;
  /** Drops the access token, so that the next request has to refresh. */
  forgetAccess(): void;
  /** Refresh tokens that it was given so far. */
  refreshTokens: readonly string[];
  close(): Promise<void>;
}

const SDKS = {
  v2: (url: URL, provider: Provider) => {
    const open = () => new v2.StreamableHTTPClientTransport(url, { authProvider: provider });
    const client = new v2.Client({ name: "test", version: "2" });
    return { client, open, connect: (transport: ReturnType<typeof open>) => client.connect(transport) };
  },
  v1: (url: URL, provider: Provider) => {
    const open = () => new TransportV1(url, { authProvider: provider });
    const client = new ClientV1({ name: "test", version: "1" });
    // The SDK's own types disagree under `exactOptionalPropertyTypes`.
    const connect = (transport: ReturnType<typeof open>) => client.connect(transport as Parameters<typeof client.connect>[0]);
    return { client, open, connect };
  },
};
export type Sdk = keyof typeof SDKS;

type Stored<T> = T | undefined;

/** Keeps in memory what a client keeps on disk. */
class Provider {
  redirectUrl: string;
  information: Stored<{ client_id: string }>;
  stored: Stored<{ access_token: string; refresh_token?: string; token_type: string }>;
  verifier = "";
  opened: Stored<URL>;
  readonly refreshTokens: string[] = [];

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }
  get clientMetadata() {
    return {
      client_name: "Test client",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  state = (): string => "the-state";
  clientInformation = () => this.information;
  saveClientInformation = (information: { client_id: string }): void => void (this.information = information);
  tokens = () => this.stored;
  saveTokens = (tokens: NonNullable<Provider["stored"]>): void => {
    this.stored = tokens;
    if (tokens.refresh_token !== undefined) this.refreshTokens.push(tokens.refresh_token);
  };
  redirectToAuthorization = (url: URL): void => void (this.opened = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;
}

/** Connects without a token, which starts the sign-in. `url`: of the MCP endpoint. */
export async function signInByOAuth(sdk: Sdk, url: string): Promise<SigningIn> {
  const callback = createServer();
  callback.listen(await findFreePort(), "127.0.0.1");
  await once(callback, "listening");
  const provider = new Provider(`http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`);
  const { client, open, connect } = SDKS[sdk](new URL(url), provider);
  const first = open();
  const refused = await connect(first as never).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!provider.opened) throw new Error("the client did not start a sign-in", { cause: refused });

  const connected = (async (): Promise<Connected> => {
    const [incoming, outgoing] = await once(callback, "request");
    outgoing.end("You can close this page.");
    callback.close();
    const { searchParams } = new URL(incoming.url, provider.redirectUrl);
    if (searchParams.get("state") !== "the-state") throw new Error("the state is another one");
    const code = searchParams.get("code");
    if (code === null) throw new Error(searchParams.get("error") ?? "no code");
    await first.finishAuth(code, searchParams.get("iss") ?? undefined);
    await connect(open() as never);
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      forgetAccess: () => void (provider.stored = { ...provider.stored!, access_token: `cso_${"x".repeat(43)}` }),
      refreshTokens: provider.refreshTokens,
      close: () => client.close(),
    };
  })();
  // Whoever awaits it handles a refusal; until then it is not unhandled.
  connected.catch(() => undefined);
  return { authorizationUrl: provider.opened, connected };
}
