import { constants, existsSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@countersign/protocol";
import { describeCause } from "./call-server.ts";
import { agentFilePath, readAgentFile } from "./agent-file.ts";
import { DATABASE_FOLDER } from "./database-folder.ts";

export interface CheckResult {
  name: string;
  detail: string;
  /** How to fix a fault; undefined if there is none. */
  fix?: string;
}

const ANSWER_MS = 5000;
/** Tolerance: the Date header has whole seconds, and smaller differences do not affect sign-ins or leases. */
const MAX_SKEW_SECONDS = 5;
const OLDEST_NODE = [20, 19] as const;
/** Two folders up, both in the sources and in the build. */
const INBOX = fileURLToPath(new URL("../../public/index.html", import.meta.url));

export async function checkAll(dataFolder: string, databaseUrl: string | undefined): Promise<CheckResult[]> {
  const credentials = await readAgentFile(dataFolder).catch(() => undefined);
  const server = await checkServer(credentials);
  return [
    checkNode(process.versions.node),
    checkInbox(),
    await checkFolder(dataFolder),
    await checkCredentials(dataFolder, credentials),
    ...server.findings,
    await (databaseUrl === undefined ? checkEmbedded(dataFolder, server.answers) : checkPostgres(databaseUrl)),
  ];
}

export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return { name: "Node", detail: version, ...(isOld && { fix: `Install Node ${OLDEST_NODE.join(".")} or newer.` }) };
}

const checkInbox = (): CheckResult =>
  existsSync(INBOX) ? { name: "Inbox", detail: "built" } : { name: "Inbox", detail: "not built", fix: "Run `npm run build`." };

async function checkFolder(dataFolder: string): Promise<CheckResult> {
  const name = "Data folder";
  const found = await stat(dataFolder).catch(() => undefined);
  if (!found)
    return {
      name,
      detail: `${dataFolder} does not exist`,
      fix: "`countersign start` creates it. Use --data to choose another folder.",
    };
  if (!found.isDirectory()) return { name, detail: `${dataFolder} is not a folder`, fix: "Specify a folder with --data." };
  const own = process.getuid?.();
  if (own !== undefined && own !== found.uid) {
    return {
      name,
      detail: `${dataFolder} belongs to user ${found.uid}; this process runs as user ${own}`,
      fix: "Run as the owner of the folder, or change the owner with chown -R.",
    };
  }
  const isWritable = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? { name, detail: dataFolder }
    : { name, detail: `${dataFolder} cannot be written`, fix: `chmod u+rwx ${dataFolder}` };
}

async function checkCredentials(dataFolder: string, credentials: Credentials | undefined): Promise<CheckResult> {
  const name = "Agent file";
  const path = agentFilePath(dataFolder);
  const found = await stat(path).catch(() => undefined);
  if (!found)
    return {
      name,
      detail: `${path} does not exist`,
      fix: "The server writes this file on its first start. Restore it, or create a key in the inbox.",
    };
  if (!credentials) return { name, detail: `${path} cannot be read`, fix: "Restore the file from a copy." };
  const others = found.mode & 0o077;
  // Windows stores permissions elsewhere and reports the same mode for every file.
  if (others !== 0 && process.platform !== "win32")
    return { name, detail: "others on this machine can read the agent key", fix: `chmod 600 ${path}` };
  return { name, detail: "readable only by the owner" };
}

async function checkServer(credentials: Credentials | undefined): Promise<{ answers: boolean; findings: CheckResult[] }> {
  const name = "Server";
  if (!credentials) return { answers: false, findings: [{ name, detail: "address not known", fix: "See Agent file." }] };
  const { url } = credentials;
  const sentAt = Date.now();
  const ready = await fetch(`${url.replace(/\/+$/, "")}/readyz`, {
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(describeCause);
  if (typeof ready === "string")
    return {
      answers: false,
      findings: [{ name, detail: `${url} does not respond (${ready})`, fix: "Run `countersign start`." }],
    };
  const halfWay = (sentAt + Date.now()) / 2;
  const problem = ready.ok ? undefined : ((await ready.json().catch(() => undefined)) as { detail?: string } | undefined);
  const state: CheckResult = ready.ok
    ? { name, detail: `${url} is ready` }
    : { name, detail: `${url} is not ready: ${problem?.detail ?? `status ${ready.status}`}`, fix: "Read the server's log." };
  return { answers: true, findings: [state, checkClock(ready.headers.get("date"), halfWay)] };
}

export function checkClock(serverDate: string | null, now: number): CheckResult {
  const name = "Clock";
  const server = serverDate === null ? NaN : Date.parse(serverDate);
  if (Number.isNaN(server))
    return {
      name,
      detail: "the server sends no time",
      fix: "Configure the proxy in front of the server to keep the Date header.",
    };
  // The header is truncated to whole seconds, half a second less on average.
  const skew = Math.round((now - server) / 1000 - 0.5);
  if (Math.abs(skew) <= MAX_SKEW_SECONDS) return { name, detail: "agrees with the server's" };
  return {
    name,
    detail: `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the server's`,
    fix: "Synchronise both machines' clocks (NTP).",
  };
}

async function checkEmbedded(dataFolder: string, serverAnswers: boolean): Promise<CheckResult> {
  const name = "Database";
  const folder = join(dataFolder, DATABASE_FOLDER);
  if (!existsSync(folder))
    return { name, detail: "embedded, not created yet", ...(serverAnswers ? {} : { fix: "`countersign start` creates it." }) };
  const { lockFolder } = await import("../store/pglite/lock-folder.ts");
  const held = await lockFolder(folder).then(
    (release) => release().then(() => undefined),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (held === undefined) return { name, detail: "embedded, not in use" };
  if (serverAnswers) return { name, detail: "embedded, in use by the server" };
  return {
    name,
    detail: held,
    fix: "That process has the database open but does not respond. Stop it, then start the server again.",
  };
}

async function checkPostgres(url: string): Promise<CheckResult> {
  const name = "Database";
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    const version = rows[0]?.version ?? "unknown";
    if (Number.parseInt(version, 10) < 15) return { name, detail: `PostgreSQL ${version}`, fix: "Use PostgreSQL 15 or newer." };
    return { name, detail: `PostgreSQL ${version}` };
  } catch (error) {
    return {
      name,
      detail: `out of reach (${describeCause(error)})`,
      fix: "Check --database or DATABASE_URL, and that the server is running.",
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}
