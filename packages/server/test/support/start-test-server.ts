import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { startServer, type StartedServer } from "../../src/main.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { placeDatabase } from "./database.ts";

export interface TestServer extends StartedServer {
  /** The first administrator's, which decides. */
  userToken: string;
}

/** The whole server over HTTP, on `any` database and a data folder of its own; `close` removes both. */
export async function startTestServer(): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "countersign-server-"));
  const onServer = await placeDatabase(dataFolder);
  // Whoever runs the tests may have one set, which is not for them.
  vi.stubEnv("DATABASE_URL", "");
  // Some tests send more in a second than any caller may.
  vi.stubEnv("COUNTERSIGN_MAX_REQUESTS_PER_SECOND", "100000");
  const port = await findFreePort();
  const server = await startServer({ dataFolder, port, ...(onServer && { databaseUrl: onServer.url }) });
  const { token: userToken } = await openAdministrator(server.credentials.url, server.signInUrl);
  return {
    ...server,
    userToken,
    close: async () => {
      vi.unstubAllEnvs();
      await server.close();
      await onServer?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
