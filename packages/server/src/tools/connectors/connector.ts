import type { Dispatcher } from "undici";
import type { z } from "zod";
import type {
  ChannelAccount,
  ChannelKind,
  ChannelMessage,
  ChannelPolicy,
  Press,
  PressListener,
  PushDevice,
} from "../../ports/channel.ts";
import type { OnCallPair } from "../../ports/on-call.ts";
import type { ServerTool } from "../../ports/tool.ts";
import type { FaultKind, ServiceFault } from "./service-fault.ts";

export const CONNECTOR_NAMES = [
  "github",
  "linear",
  "google-drive",
  "payload",
  "workspace",
  "http",
  "email",
  "email-notifications",
  "webhook",
  "slack",
  "teams",
  "ntfy",
  "web-push",
  "rota",
  "pagerduty",
  "opsgenie",
  "openai",
  "anthropic",
  "google-ai",
  "openai-compatible",
] as const;
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

/**
 * Brings the tools of one service; each connector has its own folder. A workspace has *connections*, each to one connector,
 * with settings, credentials and a name.
 */
export interface Connector<Credentials = unknown, Settings = unknown> {
  name: ConnectorName;
  /** Display name, such as `GitHub`. */
  title: string;
  /** Secret values, an object. Stored encrypted; no route returns them, only the names of the keys that are set. */
  credentials: z.ZodType<Credentials>;
  /**
   * Not secret: base address, allow-lists of repositories, teams, folders, recipients. Shown to administrators and covered by
   * an approval.
   */
  settings: z.ZodType<Settings>;
  /**
   * Names the places, such as repositories or folders, that agents read without approval. An administrator confirms each new one.
   * Only of connectors that have tools for it.
   */
  freeReads?(settings: Settings): readonly string[];
  /** Must be pure, fast and without requests: it runs again for every call, over the connection as stored at that time. */
  tools(open: OpenConnection<Credentials, Settings>): ServerTool[];
  /** Asks the service for the signed-in account; changes nothing. May throw a `ServiceFault`, like any other request. */
  test(open: OpenConnection<Credentials, Settings>, signal: AbortSignal): Promise<ConnectionTest>;
  /** Only of connectors that tell people or programs of actions; these bring no tools. */
  channel?: Channel<Credentials, Settings>;
  /** Only of connectors that say who is on call; these bring no tools. */
  onCall?: OnCallSchedule<Credentials, Settings>;
  /** OAuth authorization code with PKCE, granted by a person; undefined where the service has none. */
  authorization?: ConnectorAuthorization<Credentials, Settings>;
}

/** Carries notifications out of the house. */
export interface Channel<Credentials = unknown, Settings = unknown> {
  audience(settings: Settings): ChannelKind["audience"];
  policy(settings: Settings): ChannelPolicy;
  /**
   * Sends one message; returns the service's reference of it, if it has one. May throw a `ServiceFault`; a repeat with the same
   * key must be harmless. Of a channel to devices, `onGone` is awaited for each one that takes no messages any more.
   */
  send(
    open: OpenConnection<Credentials, Settings>,
    message: ChannelMessage,
    signal: AbortSignal,
    onGone?: OnGone,
  ): Promise<string | undefined>;
  /** Replaces a message that was sent. Only where the service allows that; may throw a `ServiceFault`. */
  update?(
    open: OpenConnection<Credentials, Settings>,
    ref: string,
    message: ChannelMessage,
    signal: AbortSignal,
    onGone?: OnGone,
  ): Promise<void>;
  /**
   * Only where people are reached by their account at the service: finds the one that a person names and sends a text to it
   * privately. Throws a `ServiceFault`, of the kind `validation` if there is no such account of a person.
   */
  sendPrivately?(
    open: OpenConnection<Credentials, Settings>,
    asked: { account: string; text: string },
    signal: AbortSignal,
  ): Promise<ChannelAccount>;
  /** Only where people are reached on devices that they connect. */
  devices?: DeviceChannel<Credentials, Settings>;
  /** Only where people decide in messages. */
  buttons?: ChannelButtons<Credentials, Settings>;
}

export type OnGone = (deviceId: string) => Promise<void>;

/** Browsers that subscribe to a channel. */
export interface DeviceChannel<Credentials = unknown, Settings = unknown> {
  /** See `ChannelDevices`. */
  publicKey(credentials: Credentials): string;
  /** See `ChannelDevices`. */
  refuse(settings: Settings, device: Omit<PushDevice, "id">): string | undefined;
  /** Pushes a test message. May throw a `ServiceFault`, of the kind `not_found` if the device takes no messages any more. */
  test(open: OpenConnection<Credentials, Settings>, device: PushDevice, link: string, signal: AbortSignal): Promise<void>;
}

/** Says who is on call. */
export interface OnCallSchedule<Credentials = unknown, Settings = unknown> {
  teams(settings: Settings): OnCallPair;
  /** Mail addresses of those who are on call at `at`, which is the present. Empty: nobody is. May throw a `ServiceFault`. */
  read(open: OpenConnection<Credentials, Settings>, at: Date, signal: AbortSignal): Promise<string[]>;
}

export interface ButtonEvents {
  press(press: Press): void;
  /** Presses are not received any more; called once, until they are received again. */
  fault(fault: ServiceFault): void;
}

/** How a service reports the buttons that people press. */
export interface ChannelButtons<Credentials = unknown, Settings = unknown> {
  /** Verifies what the service posted. Undefined if it did not sign it; null if it is no press of a button. */
  readPress(open: OpenConnection<Credentials, Settings>, request: { headers: Headers; body: string }): Press | null | undefined;
  /** Opens a connection to the service over which it reports presses; undefined without the credentials for it. */
  listen(open: OpenConnection<Credentials, Settings>, on: ButtonEvents): PressListener | undefined;
  /** Shows a text to nobody but the person who pressed. May throw a `ServiceFault`. */
  answer(open: OpenConnection<Credentials, Settings>, press: Press, text: string, signal: AbortSignal): Promise<void>;
}

export interface ConnectorAuthorization<Credentials = unknown, Settings = unknown> {
  /** Returns the service's consent page. Sends no request; throws a `ServiceFault` if something is missing. */
  url(open: OpenConnection<Credentials, Settings>, asked: { redirectUri: string; state: string; challenge: string }): string;
  /** Exchanges the service's answer, the query string of its redirect back, for credentials. */
  exchange(
    open: OpenConnection<Credentials, Settings>,
    answer: { query: URLSearchParams; redirectUri: string; state: string; verifier: string },
    signal: AbortSignal,
  ): Promise<Credentials>;
}

/** `message` is for people to act on; `as` completes "Connected as …". */
export type ConnectionTest = { ok: true; as: string } | { ok: false; code: FaultKind | "settings"; message: string };

/** Opens sockets for a library, and checks the address of each, as `fetch` of a connection does. */
export interface CheckedSockets {
  dispatcher: Dispatcher;
  /** Closes the sockets that are open now. */
  destroyOpen(): void;
  /** Closes all sockets, also those that are being opened. No further one can be opened. */
  close(): Promise<void>;
}

/** One connection, opened for one call. Contains secrets: must not be logged, sent or stored. */
export interface OpenConnection<Credentials = unknown, Settings = unknown> {
  id: string;
  workspaceId: string;
  /** Display name of the connection. */
  name: string;
  settings: Settings;
  credentials: Credentials;
  /**
   * Stores credentials the service issued to replace these, such as a refreshed token, unless other credentials were stored in
   * the meantime. Returns the credentials now stored, whoever stored them; use those from here on.
   */
  replaceCredentials(next: Credentials): Promise<Credentials>;
  /**
   * `fetch` that checks every address at the moment of connecting and refuses private networks unless the connection allows
   * them. Follows no redirect; it returns the redirect response itself. Requests end after 30 seconds, or sooner by `signal`.
   */
  fetch: typeof globalThis.fetch;
  /** For a library that opens connections of its own with undici; checks addresses as `fetch` does. */
  sockets(): CheckedSockets;
  /** Checked address to connect to, for protocols other than HTTP. Throws a `ServiceFault` if it is refused. */
  resolve(host: string): Promise<string>;
}
