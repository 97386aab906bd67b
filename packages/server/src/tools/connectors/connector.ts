import type { z } from "zod";
import type { ServerTool } from "../../core/tool-port.ts";
import type { FaultKind } from "./service-fault.ts";

export const CONNECTOR_NAMES = [
  "github",
  "linear",
  "google-drive",
  "payload",
  "workspace",
  "http",
  "email",
  "openai",
  "anthropic",
  "google-ai",
  "openai-compatible",
] as const;
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

/**
 * What brings the tools of one service, one folder each. A workspace has *connections*, each of one connector: its settings,
 * its credentials and what it is called there.
 */
export interface Connector<Credentials = unknown, Settings = unknown> {
  name: ConnectorName;
  /** For people: `GitHub`. */
  title: string;
  /** The secret parts, an object. Stored encrypted and read back by no route: only which of its keys are set is shown. */
  credentials: z.ZodType<Credentials>;
  /** Not secret: base address, allow-lists of repositories, teams, folders, recipients. Shown to administrators, and part of what an approval is for. */
  settings: z.ZodType<Settings>;
  /** Pure and quick, asks nobody: it is called again for every call, over the connection as it is stored then. */
  tools(open: OpenConnection<Credentials, Settings>): ServerTool[];
  /** Asks the service who we are there; changes nothing. Throws a `ServiceFault`, as every other request, or answers. */
  test(open: OpenConnection<Credentials, Settings>, signal: AbortSignal): Promise<ConnectionTest>;
  /** Access that a person allows at the service, by OAuth's authorization code with PKCE; left out where there is none. */
  authorization?: ConnectorAuthorization<Credentials, Settings>;
}

export interface ConnectorAuthorization<Credentials = unknown, Settings = unknown> {
  /** Where the person is sent. Asks nobody; throws a `ServiceFault` where something is missing. */
  url(open: OpenConnection<Credentials, Settings>, asked: { redirectUri: string; state: string; challenge: string }): string;
  /** The credentials for the service's answer: the query of the address to which it sent the person back. */
  exchange(
    open: OpenConnection<Credentials, Settings>,
    answer: { query: URLSearchParams; redirectUri: string; state: string; verifier: string },
    signal: AbortSignal,
  ): Promise<Credentials>;
}

/** In words a person can act on; `as` completes "Connected as …". */
export type ConnectionTest = { ok: true; as: string } | { ok: false; code: FaultKind | "settings"; message: string };

/** One connection, opened for one call. Holds secrets: never logged, never sent, never kept. */
export interface OpenConnection<Credentials = unknown, Settings = unknown> {
  id: string;
  workspaceId: string;
  /** What people call it. */
  name: string;
  settings: Settings;
  credentials: Credentials;
  /**
   * Stores credentials that the service gave in place of these, as a refreshed token, unless somebody replaced them
   * meanwhile. Answers with what is stored now, by whomever; those are to be used from here on.
   */
  replaceCredentials(next: Credentials): Promise<Credentials>;
  /**
   * `fetch` with every address checked at the moment of connecting: none of a private network without the connection's leave.
   * Follows no redirect; the answer to one is the redirect itself. Requests end after 30 seconds unless `signal` says sooner.
   */
  fetch: typeof globalThis.fetch;
  /** For what does not speak HTTP: the one checked address to connect to. Throws a `ServiceFault` where it may not be. */
  resolve(host: string): Promise<string>;
}
