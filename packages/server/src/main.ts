import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@countersign/protocol";
import { collectDefaultMetrics, Registry as MetricsRegistry } from "prom-client";
import { createChats } from "./chat/create-chats.ts";
import { openAgentModel } from "./chat/models/open-agent-model.ts";
import { findConfigFile, readConfigFile } from "./config-file.ts";
import type { StartedServer, StartOptions } from "./cli/server-port.ts";
import { readConfig, type Config } from "./config.ts";
import { openDataFolder, type DataFolder } from "./data-folder.ts";
import { createEngine } from "./engine/create-engine.ts";
import type { Log } from "./ports/log.ts";
import { createOpenStreams } from "./transport/open-streams.ts";
import { logLine } from "./engine/log-line.ts";
import { maskError, rememberSecrets } from "./engine/secrets/known-secrets.ts";
import { countOpenActions } from "./engine/records/count-open-actions.ts";
import { recordSettings } from "./engine/records/record-settings.ts";
import { createRegistry } from "./engine/registry.ts";
import { createSecretKeys, forgetKey, rotateKeys, takeOverFormerHeaders, type Rotation } from "./engine/secrets/secret-keys.ts";
import { createApp } from "./http/app.ts";
import { createClientAddress } from "./http/client-address.ts";
import { isLoopback } from "./http/is-loopback.ts";
import { createMcpEndpoint } from "./http/mount-mcp.ts";
import { createKeyFailures } from "./http/key-failures.ts";
import { createRequestLimits } from "./http/request-limits.ts";
import { listen, type Listening } from "./http/serve.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import { createMcpServer } from "./mcp/create-mcp-server.ts";
import { migrate } from "./store/migrate.ts";
import { openDatabase } from "./store/open-database.ts";
import { createConnections } from "./tools/connections/create-connections.ts";
import { sourceRecords } from "./tools/connections/source-records.ts";
import { allConnectors } from "./tools/connectors/all-connectors.ts";
import { renderTemplate } from "./tools/connectors/content/templates/render-template.ts";
import { createFilesConnector } from "./tools/connectors/files/files-connector.ts";
import { createContent } from "./tools/content/create-content.ts";
import { createStudio } from "./tools/studio/create-studio.ts";
import { createUpstreams } from "./tools/upstreams/create-upstreams.ts";

export type { StartedServer, StartOptions } from "./cli/server-port.ts";

/** The built inbox, beside `dist` in the package and beside `src` in development. */
const PUBLIC_FOLDER = fileURLToPath(new URL("../public", import.meta.url));
/** Absolute path for client settings: a command found by name could be another program. */
const COMMAND_LINE = [process.execPath, fileURLToPath(new URL("../bin/countersign.mjs", import.meta.url))];

/** Writes each event as one line of JSON to standard error. */
const log: Log = (level, message, details) => void process.stderr.write(logLine(new Date(), level, message, details));

/** Logs an uncaught error and ends the process; installed by the server's process only. */
export function endAfterFault(error: unknown): never {
  log("error", "a fault that nothing expected; stopping", { error });
  process.exit(1);
}

/** Assembles the whole server; no other module constructs a database, an engine or a connector. */
export const startServer = (options: StartOptions): Promise<StartedServer> =>
  start(options).catch((error: unknown) => {
    throw maskError(error);
  });

/** Registers secret settings. Secrets of files, the database and countersign.yaml are registered where they are read. */
function rememberSettings({ databaseUrl, adminToken, secrets, secretKeys }: Config): void {
  const { PGPASSWORD } = process.env;
  rememberSecrets("settings", [databaseUrl ?? "", adminToken ?? "", PGPASSWORD ?? "", ...secrets, ...secretKeys]);
}

async function start(options: StartOptions): Promise<StartedServer> {
  const config = readConfig(options, process.env);
  rememberSettings(config);
  // better-auth reads this variable itself; the server sends no telemetry.
  delete process.env["BETTER_AUTH_TELEMETRY"];
  const configFile = await findConfigFile(config.configFile, config.dataFolder);
  const configured = configFile === undefined ? [] : await readConfigFile(configFile, process.env);
  const folder = await openDataFolder(config.dataFolder);
  await mkdir(config.filesRoot, { recursive: true });

  const database = await openDatabase({
    ...(config.databaseUrl === undefined ? { folder: folder.databaseFolder } : { url: config.databaseUrl }),
    waitSeconds: config.databaseWaitSeconds,
    onWait: (message) => log("warn", message),
    onReach: (isReached) =>
      isReached
        ? log("info", "the database answers again")
        : log("error", "the database does not answer; requests are answered 503 until it does"),
    onFatal: (error) => {
      // Continuing could acknowledge writes that are not on disk. The next start recovers.
      log("error", "the database can no longer promise to keep what it is told; stopping", { error });
      process.exit(70);
    },
  });
  try {
    await migrate(database);
    const keys = createSecretKeys(config.secretKeys, folder.keyFile);
    await keys.check(database);
    await recordSettings(database);
    const content = createContent({ database, folder: join(config.dataFolder, "assets"), render: renderTemplate });
    const registry = createRegistry([createFilesConnector({ root: config.filesRoot }), content.tools]);
    const executorName = `${hostname()} ${process.pid}`;
    const { leaseSeconds, concurrency, maxPendingPerAgent } = config;
    const settings = { leaseSeconds, concurrency, maxPendingPerAgent };
    const engine = createEngine({ database, registry, settings, log, executorName });
    const metrics = new MetricsRegistry();
    collectDefaultMetrics({ register: metrics });
    countOpenActions(metrics, database);
    const [firstSecret, ...others] = config.secrets;
    const secrets = firstSecret === undefined ? await folder.readSecrets() : ([firstSecret, ...others] as const);
    rememberSecrets("signing secrets", secrets);
    for (const name of await takeOverFormerHeaders(database, keys, secrets))
      log("warn", "headers of an upstream do not open: COUNTERSIGN_SECRET is another one; set them again", { upstream: name });
    const gateway = createUpstreams({
      database,
      keys,
      configured,
      log,
      syncTools: engine.upstreamTools.sync,
      noteClientNeed: engine.gateway.noteClientNeed,
      onChange: engine.events.onChange,
    });
    registry.provide(gateway.provider);
    const connections = createConnections({
      database,
      keys,
      connectors: allConnectors(sourceRecords(database)),
      registry,
      engine,
      log,
    });

    const chats = createChats({
      database,
      engine,
      log,
      openModel: (agent) => openAgentModel(agent, connections.openProvider),
    });
    const studio = createStudio({ database, registry, engine, log });

    const limits = createRequestLimits(config.maxRequestsPerSecond);
    const keyFailures = createKeyFailures();
    const streams = createOpenStreams(config.maxStreamsPerCredential);
    let identity: Identity | undefined;
    let listening: Listening | undefined;
    /** Stops all parts in this order; a part that fails to stop does not keep the others running. */
    const close = async (): Promise<void> => {
      const ends = [
        () => listening?.close(),
        chats.close,
        () => engine.stop(),
        gateway.stop,
        connections.stop,
        studio.stop,
        () => identity?.close(),
        database.close,
      ];
      const faults: unknown[] = [];
      for (const end of ends) {
        try {
          await end();
        } catch (error) {
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults[0];
    };
    try {
      let started: Omit<StartedServer, "close"> | undefined;
      listening = await listen(
        async (ownUrl) => {
          const publicUrl = config.publicUrl ?? ownUrl;
          const people = createIdentity({ database, secrets, baseUrl: publicUrl, log: (message) => log("warn", message) });
          identity = people;
          const allowedHosts = [
            new URL(publicUrl).host,
            new URL(ownUrl).host,
            ...loopbackNames(ownUrl),
            ...config.allowedHosts,
          ];
          const app = createApp({
            engine,
            identity,
            upstreams: gateway.admin,
            connections: connections.admin,
            content: content.admin(engine),
            chats,
            studio: studio.admin,
            settings: {
              publicUrl,
              allowedHosts,
              embedOrigins: config.embedOrigins,
              trustedProxies: config.trustedProxies,
              commandLine: COMMAND_LINE,
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
            clientAddress: createClientAddress(config.trustedProxies),
            log,
            mcpServer,
          });

          // The server listens only after all tools are registered; before, calls would be told that their tool is unknown.
          const credentials = await readOrMakeCredentials(folder, people, publicUrl);
          if (!(await people.keepAdminToken(config.adminToken)))
            log("warn", "COUNTERSIGN_ADMIN_TOKEN was revoked and stays so; set another one, or none");
          const waiting = await people.findWaitingAdministrator();
          refuseOpenDoor(config, waiting);
          const workspaceId = credentials.workspaceId || (await firstWorkspaceId(database));
          await engine.declaredTools.registerServer(workspaceId);
          if (await content.keeps(workspaceId)) await engine.declaredTools.registerServer(workspaceId, content.tools.name);
          await gateway.serve(workspaceId);
          await connections.serve(workspaceId);
          await studio.serve(workspaceId);
          const linkToken = waiting === null ? null : await people.createSignInLink(waiting);
          rememberSecrets("sign-in link", linkToken === null ? [] : [linkToken]);
          const signInUrl = linkToken === null ? null : people.signInUrl(linkToken);
          // Started last: sweeps and claims would delay the rest of the start.
          engine.start();
          chats.serve(workspaceId);
          await folder.removeSignInLink();
          const keepSignInLink = async (): Promise<string> => {
            if (signInUrl !== null) await folder.writeSignInLink(signInUrl);
            return folder.signInLinkPath;
          };
          started = { credentials, signInUrl, keepSignInLink };
          return { fetch: app.fetch, mcp, stopMcp: mcpServer.stop };
        },
        { host: config.host, port: config.port },
      );
      if (!started) throw new Error("the server listens without having started");
      return { ...started, close };
    } catch (error) {
      // Stops what has been started, which would otherwise keep running after the failed start.
      await close().catch((fault: unknown) => log("warn", "what had been started did not stop cleanly", { error: fault }));
      throw error;
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rotates or forgets keys of stored credentials, without a running server; for the command line. */
export async function changeSecrets(
  options: Pick<StartOptions, "dataFolder" | "databaseUrl">,
  change: { rotate: true } | { forget: string },
): Promise<Rotation | { forgotten: number }> {
  const config = readConfig(options, process.env);
  rememberSettings(config);
  const folder = await openDataFolder(config.dataFolder);
  const place = config.databaseUrl === undefined ? { folder: folder.databaseFolder } : { url: config.databaseUrl };
  const database = await openDatabase(place);
  try {
    await migrate(database);
    if ("forget" in change) return { forgotten: await forgetKey(database, change.forget) };
    // Clients hold the signed or encrypted values, so no row needs rewriting: the former secret is still accepted.
    if (config.secrets.length === 0) await folder.rotateSecret();
    return await rotateKeys(database, config.secretKeys, folder.keyFile);
  } finally {
    await database.close();
  }
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

async function firstWorkspaceId(database: Awaited<ReturnType<typeof openDatabase>>): Promise<string> {
  const row = await database.kysely
    .selectFrom("workspace")
    .select("id")
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}
