import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { startServer, type StartedServer } from "../../src/main.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { placeDatabase } from "./database.ts";

export interface TestServer extends StartedServer {
  /** Personal token of the first administrator, with the scope `decide`. */
  userToken: string;
  /** Headers of an inbox session of the same person. */
  session: Record<string, string>;
}

/**
 * The server over HTTP, on `any` database and a new data folder; `close` removes both. No pause of the machine ends a lease, unless
 * a test says how long one is.
 */
export async function startTestServer({ leaseSeconds = 600 } = {}): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "countersign-server-"));
  const onServer = await placeDatabase(dataFolder);
  // The environment of the test run may name a database that must not be used.
  vi.stubEnv("DATABASE_URL", "");
  // Some tests send more requests per second than a caller may.
  vi.stubEnv("COUNTERSIGN_MAX_REQUESTS_PER_SECOND", "100000");
  vi.stubEnv("COUNTERSIGN_LEASE_SECONDS", String(leaseSeconds));
  const server = await startServer({ dataFolder, port: 0, ...(onServer && { databaseUrl: onServer.url }) });
  const { token: userToken, session } = await openAdministrator(server.credentials.url, server.signInUrl);
  return {
    ...server,
    userToken,
    session,
    close: async () => {
      vi.unstubAllEnvs();
      await server.close();
      await onServer?.release();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
