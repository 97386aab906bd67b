import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "./find-postgres.ts";
import { findFreePort } from "../../scripts/lib/find-free-port.mjs";

export interface RunningPostgres {
  /** Connects as superuser to the database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

/** A server started by this process, which may be restarted at will. */
export interface OwnPostgres extends RunningPostgres {
  /** Kills all its processes at once, like `pg_ctl restart -m immediate`; resolves when it accepts connections again. */
  restart(): Promise<void>;
}

/**
 * Returns the PostgreSQL of `COUNTERSIGN_TEST_POSTGRES_URL`, else starts one in a temporary folder, which is deleted at the
 * end. That one runs without fsync, unless `fsync` is requested because durability affects the figures.
 */
export async function startPostgres({ fsync = false } = {}): Promise<RunningPostgres> {
  const given = process.env["COUNTERSIGN_TEST_POSTGRES_URL"];
  if (given !== undefined && given !== "") {
    await mustAnswer(new URL(given));
    return { url: given, stop: async () => {} };
  }
  return startOwnPostgres({ fsync });
}

/** Starts a server, whatever the environment names. */
export async function startOwnPostgres({ fsync = false } = {}): Promise<OwnPostgres> {
  const found = findPostgres();
  const owner = databaseUser();
  const folder = mkdtempSync(join(tmpdir(), "countersign-pg-"));
  try {
    // Binaries installed by npm may be unreadable for another user, such as below /root.
    const root = found.portable && owner !== undefined ? copyTree(found.root, folder) : found.root;
    const data = join(folder, "data");
    mkdirSync(data);
    chmodSync(folder, 0o755);
    if (owner !== undefined) spawnSync("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
    initialise(join(root, "bin", "initdb"), data, owner);
    return await launch(join(root, "bin", "postgres"), folder, data, owner, fsync);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function mustAnswer(url: URL): Promise<void> {
  const socket = connect({ host: url.hostname, port: Number(url.port || 5432) });
  try {
    await once(socket, "connect");
  } catch (error) {
    throw new Error(
      `COUNTERSIGN_TEST_POSTGRES_URL is set, but nothing answers at ${url.host}. Start it, or unset the variable.`,
      {
        cause: error,
      },
    );
  } finally {
    socket.destroy();
  }
}

interface User {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root runs it as `postgres`, or as uid 65534 if there is no such user. */
function databaseUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string): number =>
    Number.parseInt(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout, 10);
  const uid = number("-u");
  const gid = number("-g");
  return Number.isNaN(uid) || Number.isNaN(gid) ? { uid: 65534, gid: 65534 } : { uid, gid };
}

function copyTree(root: string, folder: string): string {
  const copy = join(folder, "postgresql");
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function initialise(initdb: string, data: string, owner: User | undefined): void {
  const options = ["-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync"];
  const done = spawnSync(initdb, ["-D", data, ...options], { ...owner, cwd: "/", encoding: "utf8" });
  if (done.status === 0) return;
  throw new Error(
    `initdb failed. ${done.error?.message ?? done.stderr}\n` +
      "Set COUNTERSIGN_TEST_POSTGRES_URL to a PostgreSQL 15 or newer where the tests may create databases.",
  );
}

/**
 * Stops the server and removes its folder when this process's end of the pipe closes, even if the run is killed. SIGQUIT,
 * because no data is kept and clients are not waited for. Restarts a server that ended while the file `again` exists.
 */
const GUARDIAN = `
exec 3<&0
folder=$1; shift
(read _ <&3; rm -f "$folder/again"
while [ -d "$folder" ]; do kill -QUIT $(head -n 1 "$folder/data/postmaster.pid"); sleep 0.1; done) 2>/dev/null &
while :; do
  "$@" </dev/null 3<&- &
  wait $!
  [ -e "$folder/again" ] || break
  rm "$folder/again"
done
rm -rf "$folder"`;

async function launch(
  binary: string,
  folder: string,
  data: string,
  owner: User | undefined,
  fsync: boolean,
): Promise<OwnPostgres> {
  const port = await findFreePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    `fsync=${fsync ? "on" : "off"}`,
  ];
  const server = [binary, "-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const guardian = spawn("/bin/sh", ["-c", GUARDIAN, "sh", folder, ...server], {
    ...owner,
    cwd: "/",
    // A process group of its own: Ctrl-C reaches only the tests, and the guardian sees them end.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = once(guardian, "exit");
  const stop = async (): Promise<void> => {
    guardian.ref();
    guardian.stdin.end();
    await ended;
  };
  let log = "";
  let onReady = (): void => {};
  guardian.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-20_000);
    if (!log.includes("ready to accept connections")) return;
    log = "";
    onReady();
  });
  const untilReady = (): Promise<void> =>
    new Promise((resolve, reject) => {
      onReady = resolve;
      guardian.once("error", reject);
      void ended.then(() => {
        guardian.stdin.end();
        reject(new Error(`PostgreSQL did not start:\n${log}`));
      });
    });
  await untilReady();
  // A server that nobody stops must not keep this process alive; its pipe closes when this process exits.
  guardian.unref();
  (guardian.stdin as Socket).unref();
  (guardian.stderr as Socket).unref();
  const restart = async (): Promise<void> => {
    const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    writeFileSync(join(folder, "again"), "");
    const isReady = untilReady();
    process.kill(Number(pid), "SIGQUIT");
    await isReady;
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop, restart };
}
