import { inspect } from "node:util";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ClientCapabilities,
  type ProgressCallback,
} from "@modelcontextprotocol/client";
import { Registry } from "prom-client";
import type { JsonObject, Outcome } from "@countersign/protocol";
import { createApp } from "../../src/http/app.ts";
import { createClientAddress } from "../../src/http/client-address.ts";
import { NO_KEY_FAILURES, type KeyFailures } from "../../src/http/key-failures.ts";
import { createMcpEndpoint } from "../../src/http/mount-mcp.ts";
import { NO_REQUEST_LIMITS } from "../../src/http/request-limits.ts";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { listen } from "../../src/http/serve.ts";
import { createWatchedKeys } from "../../src/http/watch-keys.ts";
import { createIdentity } from "../../src/identity/identity.ts";
import { createMcpServer } from "../../src/mcp/create-mcp-server.ts";
import type { ServerTools } from "../../src/ports/tool.ts";
import type { Upstreams } from "../../src/ports/upstreams.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { tempFolder } from "../support/temp-folder.ts";

export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

/** Longer than any test needs, so that no hold ends in the middle of one. */
export const HOLD_SECONDS = 100;
/** A held call is answered before its client gives up; the SDK's own limit is 60 s. */
const CALL_MS = 110_000;

const NO_UPSTREAMS: Upstreams = { ofWorkspace: () => [], ofSource: () => undefined, onNotice: () => () => {}, bind: () => {} };

/** Two workspaces behind one real server on a port, with a key for an agent and a user of each. */
export async function openMcpServer({
  holdSeconds = HOLD_SECONDS,
  relayStreamAfterMs,
  openUpstreams,
  connectors,
  keyFailures = NO_KEY_FAILURES,
  trustedProxies = [],
  oauth = false,
}: {
  /** Agents may sign in by OAuth, too. */
  oauth?: boolean;
  keyFailures?: KeyFailures;
  trustedProxies?: readonly string[];
  holdSeconds?: number;
  relayStreamAfterMs?: number | undefined;
  /** Instead of the recording tools. */
  connectors?: ServerTools[];
  /** Opens the upstreams; gets the gate, so that their tools can be stored and run. */
  openUpstreams?: (gate: Gate) => Promise<{ upstreams: Upstreams; stop(): Promise<void> }>;
} = {}) {
  const ours = await openGate("any", connectors && { connectors });
  const behind = await openUpstreams?.(ours);
  const theirs = await openGate("any", { started: false, database: ours.database });
  const publicUrl = "http://127.0.0.1:7420";
  const identity = createIdentity({
    database: ours.database,
    secrets: ["x".repeat(32)],
    baseUrl: publicUrl,
    ...(oauth && { oauth: { accepts: ["registration"], fetchDocument: async () => ({ status: 404, text: "" }) } }),
  });
  const faults: unknown[] = [];
  const log = (level: string, message: string, details?: unknown) => void (level === "error" && faults.push(message, details));
  const settings = { publicUrl, allowedHosts: ["127.0.0.1"], trustedProxies };
  const metrics = new Registry();
  const watchedKeys = createWatchedKeys(log);
  const keyLimits = { watchedKeys, keyFailures, clientAddress: createClientAddress(settings.trustedProxies) };
  const app = createApp({
    engine: ours.bareEngine,
    identity,
    settings,
    keyFailures,
    publicFolder: await tempFolder("inbox"),
    metrics,
    readiness: async () => ({ ready: true }),
    log,
  });
  const openPort = (port: number) => {
    const mcpServer = createMcpServer({
      engine: ours.bareEngine,
      upstreams: behind?.upstreams ?? NO_UPSTREAMS,
      secrets: ["x".repeat(32)],
      publicUrl,
      log,
      holdSeconds,
      ...(relayStreamAfterMs !== undefined && { relayStreamAfterMs }),
    });
    const mcp = createMcpEndpoint({ identity, settings, metrics, limits: NO_REQUEST_LIMITS, ...keyLimits, log, mcpServer });
    return listen({ fetch: app.fetch, mcp, stopMcp: mcpServer.stop }, { host: "127.0.0.1", port });
  };
  // Not the first free port from 7420 on: another test's server would take it while this one restarts.
  let listening = await openPort(await findFreePort());
  let made = 0;
  const makeKey = async ({ people }: Gate, kind: "user" | "agent" | "worker", groups?: string[]) =>
    need(
      await identity.createKey(kind === "user" ? people.approver : people.admin, {
        kind,
        name: `${kind} ${(made += 1)}`,
        ...(groups && { groups }),
        confirm: true,
      }),
    );
  const { id, key: userKey } = await makeKey(ours, "user");
  await ours.database.kysely.updateTable("apiKey").set({ scope: "decide" }).where("id", "=", id).execute();
  const clients: Client[] = [];

  return {
    gate: ours,
    theirs,
    get url() {
      return listening.url;
    },
    /** Restarts the server; state in memory is lost: sessions, streams, held calls. */
    async restart(): Promise<void> {
      const { port } = listening;
      await listening.close();
      listening = await openPort(port);
    },
    identity,
    watchedKeys,
    makeKey,
    userKey,

    async connect(
      key: string,
      era: Era,
      clientInfo = { name: "test", version: "1" },
      prepare: (client: Client) => void = () => undefined,
      capabilities: ClientCapabilities = {},
      path = "/mcp",
    ): Promise<Client> {
      const mode = era === "2026-07-28" ? { pin: era } : ("legacy" as const);
      const client = new Client(clientInfo, { versionNegotiation: { mode }, capabilities });
      prepare(client);
      const transport = new StreamableHTTPClientTransport(new URL(path, listening.url), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    },

    /** Sends a POST that no client would send. */
    post: (body: string | object, headers: Record<string, string> = {}, path = "/mcp") =>
      fetch(new URL(path, listening.url), {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),

    /** Decides over HTTP as a person, on the current version. */
    async decide(verdict: "approve" | "reject" | "refine", id: string, body: object = {}): Promise<void> {
      const { digest } = need(await ours.engine.actions.get(ours.people.viewer, id));
      const answer = await fetch(new URL(`/api/pending-actions/${id}/${verdict}`, listening.url), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${userKey}` },
        body: JSON.stringify({ digest, ...body }),
      });
      if (!answer.ok) throw new Error(`${verdict}: ${answer.status} ${await answer.text()}`);
    },

    /** Ids of the pending actions, once there are at least `count`. */
    pending: (count = 1): Promise<string[]> =>
      until(
        async () => need(await ours.engine.actions.list(ours.people.viewer, { status: ["pending"] })).items.map(({ id }) => id),
        (ids) => ids.length >= count,
      ),

    /** Rejects every pending action, so that the next test starts without any. */
    async clear(): Promise<void> {
      for (const id of need(await ours.engine.actions.list(ours.people.viewer, { status: ["pending"] })).items.map(
        (item) => item.id,
      )) {
        need(await ours.engine.decisions.reject(ours.people.approver, id, { channel: "api" }));
      }
      ours.ran.length = 0;
    },

    /** Throws if the server logged a fault: no test here may cause one. */
    async close(): Promise<void> {
      await Promise.all(clients.map((client) => client.close()));
      await listening.close();
      await behind?.stop();
      await theirs.engine.stop(1);
      await identity.close();
      await ours.close();
      if (faults.length > 0) throw new Error(`the server logged faults: ${inspect(faults)}`);
    },
  };
}

export type McpServer = Awaited<ReturnType<typeof openMcpServer>>;

export const call = (
  client: Client,
  name: string,
  args: JsonObject = {},
  options: { onprogress?: ProgressCallback; signal?: AbortSignal } = {},
) => client.callTool({ name, arguments: args }, { timeout: CALL_MS, ...options }) as Promise<CallToolResult>;

export const outcomeOf = (result: CallToolResult): Outcome => result.structuredContent as Outcome;

export const textOf = (result: CallToolResult): string =>
  result.content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("\n");
