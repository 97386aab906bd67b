import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@countersign/protocol";
import { openAdministrator } from "../../test/support/administrator-token.ts";

const COMMAND = fileURLToPath(new URL("../../packages/server/src/cli/bin.ts", import.meta.url));

/** Includes a token of the first administrator, which can decide. */
export interface BenchCredentials extends Credentials {
  userToken: string;
}

/** Starts a real server in its own process, on a database. */
export async function startServer(
  databaseUrl: string,
  folder: string,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; credentials: BenchCredentials }> {
  const parameters = ["start", "--json", "--port", "0", "--data", folder, "--database", databaseUrl];
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@countersign/source", COMMAND, ...parameters], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
    // The load comes from a few credentials.
    env: {
      ...process.env,
      COUNTERSIGN_MAX_REQUESTS_PER_SECOND: "100000",
      COUNTERSIGN_MAX_STREAMS_PER_CREDENTIAL: "100000",
      ...env,
    },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const credentials = JSON.parse(line) as Credentials;
    const link = await readFile(join(folder, "sign-in-link"), "utf8");
    const { token } = await openAdministrator(credentials.url, link.trim());
    return { child, credentials: { ...credentials, userToken: token } };
  }
  throw new Error("the server did not start");
}
