import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError, type ClientConfig } from "pg";
import { destroyClient } from "./destroy-client.ts";

const OLDEST_VERSION = 15;
const PAUSE_MS = 1000;
const TRY_SECONDS = 10;
const TELL_EVERY_SECONDS = 10;
/** SQLSTATEs of a server that is starting or has no free connection. All other server errors are permanent. */
const COMES_YET = new Set(["57P03", "53300"]);

export interface ServerWait {
  /** Seconds to keep trying a server that does not answer. */
  waitSeconds: number;
  /** Called with a sentence when the first attempt fails, and then periodically. */
  onWait: (message: string) => void;
}

/** Returns when a server of a supported version answers. Does not retry if the server rejects the password or a name. */
export async function awaitServer(config: ClientConfig, { waitSeconds, onWait }: Partial<ServerWait>): Promise<void> {
  const began = performance.now();
  const place = describePlace(config);
  let toldAt = -Infinity;
  for (;;) {
    const leftSeconds = (waitSeconds ?? 0) - (performance.now() - began) / 1000;
    try {
      return refuseOldServer(
        await readVersion(config, waitSeconds ? Math.min(TRY_SECONDS, Math.max(leftSeconds, 1)) : TRY_SECONDS),
      );
    } catch (error) {
      if (!waitSeconds || !mayCome(error)) throw error;
      const now = performance.now();
      // First, so that the reason of a first failure is always told.
      if (now - toldAt >= TELL_EVERY_SECONDS * 1000) {
        toldAt = now;
        const left = Math.max(0, Math.ceil(waitSeconds - (now - began) / 1000));
        onWait?.(`waiting for the database at ${place}, ${left} s more: ${describe(error)}`);
      }
      if (now - began >= waitSeconds * 1000) {
        const message = `the database at ${place} did not answer within ${waitSeconds} s: ${describe(error)}`;
        throw new Error(message, { cause: error });
      }
      await sleep(PAUSE_MS);
    }
  }
}

async function readVersion(config: ClientConfig, limitSeconds: number): Promise<number> {
  const client = new Client({ ...config, connectionTimeoutMillis: limitSeconds * 1000, query_timeout: limitSeconds * 1000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    return rows[0]?.version ?? 0;
  } finally {
    destroyClient(client);
  }
}

function refuseOldServer(version: number): void {
  if (version < OLDEST_VERSION)
    throw new Error(`the server is PostgreSQL ${version}, Countersign needs ${OLDEST_VERSION} or newer`);
}

const mayCome = (error: unknown): boolean => !(error instanceof DatabaseError) || COMES_YET.has(error.code ?? "");

/** The reason, without addresses or values of the connection string. With several addresses, nested errors have the reasons. */
function describe(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || (code ?? String(error));
}

function describePlace(config: ClientConfig): string {
  const { host, port } = new Client(config);
  return `${host}:${port}`;
}
