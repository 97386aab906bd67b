import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@countersign/protocol";
import { collectDefaultMetrics, Registry as MetricsRegistry } from "prom-client";
import { COMMAND_LINE, importCommandOf } from "./command-line.ts";
import { findConfigFile, NO_CONFIG_FILE, parseConfigFile, readConfigFile, type ConfigFile } from "./config-file.ts";
import type { StartedServer, StartOptions } from "./cli/server-port.ts";
import { readConfig, type Config } from "./config.ts";
import { rememberSettings } from "./remember-settings.ts";
import { openDataFolder, type DataFolder } from "./data-folder.ts";
import { createEngine, type RunningEngine } from "./engine/create-engine.ts";

import type { Log } from "./ports/log.ts";
import { createOpenStreams } from "./transport/open-streams.ts";
import { logLine } from "./engine/log-line.ts";
import { maskError, rememberSecrets } from "./engine/secrets/known-secrets.ts";
import { countOpenActions } from "./engine/records/count-open-actions.ts";
import { recordSettings } from "./engine/records/record-settings.ts";
import { createRegistry } from "./engine/registry.ts";
import { createSecretKeys, takeOverFormerHeaders } from "./engine/secrets/secret-keys.ts";
import { FEATURES } from "./features/all-features.ts";
import { createApp } from "./http/app.ts";
import { createClientAddress } from "./http/client-address.ts";
import { isLoopback } from "./core/is-loopback.ts";
import type { Feature } from "./http/feature.ts";
import { createMcpEndpoint } from "./http/mount-mcp.ts";
import { createKeyFailures } from "./http/key-failures.ts";
import { createRequestLimits } from "./http/request-limits.ts";
import { connectionRoutes } from "./http/routes/connections.ts";
import { upstreamRoutes } from "./http/routes/upstreams.ts";
import { listen, type Listening, type Served } from "./http/serve.ts";
import type { Identity } from "./identity/identity.ts";
import { createFollowedSignOn, type FollowedSignOn } from "./followed-sign-on.ts";
import { openIdentity } from "./open-identity.ts";
import { createOnCallTeams } from "./identity/on-call-teams.ts";
import { createMcpServer } from "./mcp/create-mcp-server.ts";
import { followConfigFile, type ConfigText } from "./follow-config-file.ts";
import { createServerImports } from "./server-imports.ts";
import { createServedWorkspaces, type ServedWorkspaces } from "./served-workspaces.ts";
import type { Database } from "./store/database.ts";
import { migrate } from "./store/migrate.ts";
import { openDatabase } from "./store/open-database.ts";
import { openSandbox } from "./open-sandbox.ts";
import { findFirstWorkspace } from "./store/statements/workspaces.ts";
import { createConnections } from "./tools/connections/create-connections.ts";
import { ownRecords } from "./tools/connections/own-records.ts";
import { sourceRecords } from "./tools/connections/source-records.ts";
import { allConnectors } from "./tools/connectors/all-connectors.ts";
import { createFilesConnector } from "./tools/connectors/files/files-connector.ts";
import { questionsConnector } from "./tools/connectors/questions/ask-person.ts";
import { createUpstreams, type RunningUpstreams } from "./tools/upstreams/create-upstreams.ts";

export type { StartedServer, StartOptions } from "./cli/server-port.ts";

/** The built inbox, beside `dist` in the package and beside `src` in development. */
const PUBLIC_FOLDER = fileURLToPath(new URL("../public", import.meta.url));

/** Writes each event as one line of JSON to standard error. */
const log: Log = (level, message, details) => void process.stderr.write(logLine(new Date(), level, message, details));

/** Logs an uncaught error and ends the process; installed by the server's process only. */
export function endAfterFault(error: unknown): never {
  log("error", "an unexpected error; stopping", { error });
  process.exit(1);
}

/** Assembles the whole server; no other module constructs a database, an engine or a connector. */
export const startServer = (options: StartOptions): Promise<StartedServer> =>
  start(options).catch((error: unknown) => {
    throw maskError(error);
  });

async function start(options: StartOptions): Promise<StartedServer> {
  const config = readConfig(options, process.env);
  rememberSettings(config, process.env);
  // better-auth reads this variable itself; the server sends no telemetry.
  delete process.env["BETTER_AUTH_TELEMETRY"];
  const path = await findConfigFile(config.configFile, config.dataFolder);
  const configFile = path === undefined ? undefined : { path, text: await readConfigFile(path) };
  const configured = configFile === undefined ? NO_CONFIG_FILE : parseConfigFile(configFile.text, configFile.path, process.env);
  const folder = await openDataFolder(config.dataFolder);
  await mkdir(config.filesRoot, { recursive: true });
  const database = await openStore(config, folder);
  let parts: Parts;
  try {
    parts = await assemble(config, folder, database, { file: configFile, configured });
  } catch (error) {
    await database.close();
    throw error;
  }
  return serve(parts);
}

const openStore = ({ databaseUrl, databaseWaitSeconds }: Config, folder: DataFolder): Promise<Database> =>
  openDatabase({
    ...(databaseUrl === undefined ? { folder: folder.databaseFolder } : { url: databaseUrl }),
    waitSeconds: databaseWaitSeconds,
    onWait: (message) => log("warn", message),
    onReach: (isReached) =>
      isReached
        ? log("info", "the database answers again")
        : log("error", "the database does not answer; requests are answered 503 until it does"),
    onFatal: (error) => {
      // Continuing could acknowledge writes that are not on disk. The next start recovers.
      log("error", "the database can no longer guarantee that committed data is kept; stopping", { error });
      process.exit(70);
    },
  });

/** The gate and everything that plugs into it, before anything runs. */
interface Parts {
  config: Config;
  folder: DataFolder;
  database: Database;
  engine: RunningEngine;
  gateway: RunningUpstreams;
  signOn: FollowedSignOn;
  /** In the order in which their tools are registered. */
  features: readonly Feature[];
  /** The first one signs. */
  secrets: readonly [string, ...string[]];
  metrics: MetricsRegistry;
  /** `publicUrl` is set once the server listens. */
  address: { publicUrl: string | undefined };
}

async function assemble(
  config: Config,
  folder: DataFolder,
  database: Database,
  { file, configured }: { file: ConfigText | undefined; configured: ConfigFile },
): Promise<Parts> {
  await migrate(database);
  const keys = createSecretKeys(config.secretKeys, folder.keyFile);
  await keys.check(database);
  await recordSettings(database);
  const registry = createRegistry([createFilesConnector({ rootOf: filesOf(config, database) }), questionsConnector]);
  const { leaseSeconds, concurrency, maxPendingPerAgent, dataFolder } = config;
  const settings = { leaseSeconds, concurrency, maxPendingPerAgent };
  const engine = createEngine({ database, registry, settings, log, executorName: `${hostname()} ${process.pid}` });
  const metrics = new MetricsRegistry();
  collectDefaultMetrics({ register: metrics });
  countOpenActions(metrics, database);
  const secrets = await readSecrets(config, folder);
  for (const name of await takeOverFormerHeaders(database, keys, secrets))
    log("warn", "headers of an upstream do not open: COUNTERSIGN_SECRET is another one; set them again", { upstream: name });
  const sandbox = await openSandbox({ config, env: process.env, file, configured: configured.upstreams, log });
  const gateway = createUpstreams({
    database,
    keys,
    configured: configured.upstreams,
    log,
    syncTools: engine.upstreamTools.sync,
    noteClientNeed: engine.gateway.noteClientNeed,
    sandbox,
    onChange: engine.events.onChange,
  });
  registry.provide(gateway.provider);
  const signOn = createFollowedSignOn(configured.signOn);
  const configFile = followConfigFile({
    find: () => findConfigFile(config.configFile, config.dataFolder),
    env: process.env,
    startedWith: file,
    async apply(next) {
      await signOn.apply(next.signOn);
      await gateway.reconfigure(next.upstreams);
    },
    log,
  });
  const connectors = allConnectors(sourceRecords(database), ownRecords(database));
  const connections = createConnections({ database, keys, connectors, registry, engine, log });
  const { openProvider, channels } = connections;
  const onCall = { schedules: connections.onCall, teams: createOnCallTeams(database, connections.onCall) };
  const address: Parts["address"] = { publicUrl: config.publicUrl };
  const publicUrl = (): string => {
    if (address.publicUrl === undefined) throw new Error("the server's address is not known before it listens");
    return address.publicUrl;
  };
  const featureDeps = { database, engine, registry, log, dataFolder, openProvider, channels, onCall, secrets, publicUrl };
  const imports = config.importsInInbox ? createServerImports({ database, config, publicUrl }) : undefined;
  const features: Feature[] = [
    ...config.features.map((name) => FEATURES[name](featureDeps)),
    {
      name: "upstreams",
      routes: upstreamRoutes(gateway.admin, imports),
      register: gateway.serve,
      leave: gateway.leave,
      stop: configFile.stop,
      close: gateway.stop,
    },
    {
      name: "connections",
      routes: connectionRoutes(connections.admin),
      register: connections.serve,
      leave: connections.leave,
      close: connections.stop,
    },
  ];
  return { config, folder, database, engine, gateway, signOn, features, secrets, metrics, address };
}

/** The settings name the folder of the first workspace; each other workspace has one of its own in the data folder. */
const filesOf =
  ({ filesRoot, dataFolder }: Config, { kysely }: Database) =>
  async (workspaceId: string): Promise<string> =>
    workspaceId === (await findFirstWorkspace(kysely)) ? filesRoot : join(dataFolder, "workspaces", workspaceId, "files");

async function readSecrets(config: Config, folder: DataFolder): Promise<Parts["secrets"]> {
  const [first, ...others] = config.secrets;
  const secrets = first === undefined ? await folder.readSecrets() : ([first, ...others] as const);
  rememberSecrets("signing secrets", secrets);
  return secrets;
}

/** Listens, once every tool is registered. What had been started is stopped again if that fails. */
async function serve(parts: Parts): Promise<StartedServer> {
  const { config, database, engine, features } = parts;
  let identity: Identity | undefined;
  let workspaces: ServedWorkspaces | undefined;
  let listening: Listening | undefined;
  const each = (end: "stop" | "close") => features.map((feature) => () => feature[end]?.());
  const close = () =>
    endAll([
      () => listening?.close(),
      () => workspaces?.stop(),
      ...each("stop"),
      () => engine.stop(),
      ...each("close"),
      () => identity?.close(),
      database.close,
    ]);
  try {
    let started: Omit<StartedServer, "close"> | undefined;
    listening = await listen(
      async (ownUrl) => {
        const publicUrl = (parts.address.publicUrl ??= ownUrl);
        const { secrets } = parts;
        identity = openIdentity({ config, database, secrets, publicUrl, log });
        await parts.signOn.handTo(identity);
        const { served, mcpServer } = createListeners(parts, identity, { ownUrl, publicUrl });
        // Its sessions and streams end before the upstreams that they use.
        const mcp: Feature = { name: "mcp", routes: [], leave: async (workspaceId) => mcpServer.leave(workspaceId) };
        workspaces = createServedWorkspaces({ database, engine, features: [mcp, ...features], log });
        started = await begin(parts, identity, publicUrl, workspaces);
        return served;
      },
      { host: config.host, port: config.port },
    );
    if (!started) throw new Error("the server listens without having started");
    return { ...started, close };
  } catch (error) {
    await close().catch((fault: unknown) => log("warn", "what had been started did not stop cleanly", { error: fault }));
    throw error;
  }
}

/** Runs all of them in this order. A part that fails to stop does not keep the others running; the first fault is thrown. */
async function endAll(ends: readonly (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** The HTTP routes and the MCP endpoint, which share their limits. */
function createListeners(parts: Parts, identity: Identity, urls: { ownUrl: string; publicUrl: string }) {
  const { config, database, engine, features, gateway, secrets, metrics } = parts;
  const { publicUrl, ownUrl } = urls;
  const { embedOrigins, trustedProxies } = config;
  const allowedHosts = [new URL(publicUrl).host, new URL(ownUrl).host, ...loopbackNames(ownUrl), ...config.allowedHosts];
  const limits = createRequestLimits(config.maxRequestsPerSecond);
  const keyFailures = createKeyFailures();
  const streams = createOpenStreams(config.maxStreamsPerCredential);
  const app = createApp({
    engine,
    identity,
    features,
    settings: {
      publicUrl,
      allowedHosts,
      embedOrigins,
      trustedProxies,
      commandLine: COMMAND_LINE,
      importCommand: importCommandOf(config),
      importsHere: config.importsInInbox,
    },
    publicFolder: PUBLIC_FOLDER,
    metrics,
    limits,
    keyFailures,
    streams,
    readiness: async () => {
      await database.urgent.selectFrom("workspace").select("id").limit(1).execute();
      return { ready: true };
    },
    log,
  });
  const mcpServer = createMcpServer({ engine, upstreams: gateway.upstreams, secrets, publicUrl, log, streams });
  const mcp = createMcpEndpoint({
    identity,
    settings: { publicUrl, allowedHosts },
    metrics,
    limits,
    keyFailures,
    clientAddress: createClientAddress(trustedProxies),
    log,
    mcpServer,
  });
  const served: Served = { fetch: app.fetch, mcp, stopMcp: mcpServer.stop };
  return { served, mcpServer };
}

/** Registers the tools of all workspaces, then starts the gate. Awaited before the server listens. */
async function begin(
  parts: Parts,
  identity: Identity,
  publicUrl: string,
  workspaces: ServedWorkspaces,
): Promise<Omit<StartedServer, "close">> {
  const { config, folder, engine } = parts;
  const credentials = await readOrMakeCredentials(folder, identity, publicUrl);
  if (!(await identity.keepAdminToken(config.adminToken)))
    log("warn", "COUNTERSIGN_ADMIN_TOKEN was revoked and stays so; set another one, or none");
  const waiting = await identity.findWaitingAdministrator();
  refuseOpenDoor(config, waiting);
  await workspaces.register();
  const linkToken = waiting === null ? null : await identity.createSignInLink(waiting);
  rememberSecrets("sign-in link", linkToken === null ? [] : [linkToken]);
  const signInUrl = linkToken === null ? null : identity.signInUrl(linkToken);
  // Started last: sweeps and claims would delay the rest of the start.
  engine.start();
  workspaces.serve();
  await folder.removeSignInLink();
  const keepSignInLink = async (): Promise<string> => {
    if (signInUrl !== null) await folder.writeSignInLink(signInUrl);
    return folder.signInLinkPath;
  };
  return { credentials, signInUrl, keepSignInLink };
}

/** Listening beyond loopback requires an administrator who can sign in; else anybody could use the first sign-in link. */
function refuseOpenDoor(config: Config, waitingAdministrator: string | null): void {
  if (isLoopback(config.host) || waitingAdministrator === null) return;
  throw new Error(
    `No administrator can sign in yet, so the server listens on this machine only. Start it without --host, open the sign-in link, set a password, then start it on ${config.host}.`,
  );
}

/** `localhost` and `127.0.0.1` are equivalent when the server listens on loopback. */
function loopbackNames(ownUrl: string): string[] {
  const { hostname: name, port } = new URL(ownUrl);
  return isLoopback(name) ? [`localhost:${port}`, `127.0.0.1:${port}`] : [];
}

/**
 * The first start on an empty store creates the first agent key and stores it for agents. Later starts keep the key and update
 * the address. Without an agent file, e.g. in another process on the same store, the key is empty.
 */
async function readOrMakeCredentials(folder: DataFolder, identity: Identity, url: string): Promise<Credentials> {
  const addresses = { url, mcpUrl: `${url}/mcp` };
  const first = await identity.bootstrapWorkspace();
  if (first) {
    const { workspaceId, agentKey } = first;
    const credentials = { ...addresses, workspaceId, agentKey };
    await folder.writeAgentFile(credentials);
    return credentials;
  }
  await takeOverFormerFile(folder, identity);
  const known = await folder.readAgentFile();
  if (!known) return { ...addresses, workspaceId: "", agentKey: "" };
  const credentials = { ...known, ...addresses };
  if (known.url !== url || known.mcpUrl !== addresses.mcpUrl) await folder.writeAgentFile(credentials);
  return credentials;
}

/** Migrates from versions that stored an administrator's token beside the agent's key: keeps the key, revokes the token. */
async function takeOverFormerFile(folder: DataFolder, identity: Identity): Promise<void> {
  const former = await folder.readFormerFile();
  if (!former) return;
  const { userToken, ...rest } = former;
  if (!(await folder.readAgentFile())) await folder.writeAgentFile(rest);
  await identity.revokeToken(userToken);
  await folder.removeFormerFile();
  log(
    "warn",
    "credentials.json is gone: the agent key is in agent.json now, and the administrator's token that stood beside it is revoked. Sign the command line in with `countersign sign-in`.",
  );
}
