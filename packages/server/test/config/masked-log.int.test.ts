import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { endAfterFault, startServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";

const SECRETS = {
  COUNTERSIGN_ADMIN_TOKEN: "admin-token-of-the-settings-0123456789",
  COUNTERSIGN_SECRET: "signs-sessions-0123456789-0123456789",
  COUNTERSIGN_SECRET_KEY: "seals-credentials-0123456789-01234567",
  PGPASSWORD: "password-of-postgres",
  COUNTERSIGN_MAIL_URL: "smtp://mailer:password-of-the-mailbox@127.0.0.1:9",
  UPSTREAM_TOKEN: "token-of-an-upstream",
};
const CREDENTIAL = "password-of-a-connection";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "countersign-masked-"));
  for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value);
  vi.stubEnv("COUNTERSIGN_MAIL_FROM", "countersign@example.test");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Returns what the process writes when it ends with this error. */
function lastWords(error: Error): string {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  expect(() => endAfterFault(error)).toThrow("ended");
  vi.restoreAllMocks();
  return written.join("");
}

test(
  "G28 no log line of a server holds a secret of its settings, its files, an upstream, a connection, or one of our keys",
  { timeout: 300_000 },
  async () => {
    await layDatabase(dataFolder);
    const upstream = `upstreams:\n  off: { command: node, env: { TOKEN: "\${UPSTREAM_TOKEN}" }, enabled: false }\n`;
    await writeFile(join(dataFolder, "countersign.yaml"), upstream);
    const server = await startServer({ dataFolder, port: 0 });
    try {
      const { url, agentKey } = server.credentials;
      const link = new URL(server.signInUrl!).hash.split("=")[1]!;
      const { token } = await openAdministrator(url, server.signInUrl);
      const body = {
        connector: "email",
        name: "Mail",
        settings: { host: "127.0.0.1", port: 9, tls: "none", from: "gate@example.test", domains: ["example.test"] },
        credentials: { user: "bob", password: CREDENTIAL },
        enabled: false,
        allowPrivate: true,
        confirm: true,
      };
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const made = await fetch(`${url}/api/connections`, { method: "POST", headers, body: JSON.stringify(body) });
      expect([made.status, await made.json()]).toMatchObject([201, { unmasked: ["user"] }]);
      const listed = (await (await fetch(`${url}/api/connections`, { headers })).json()) as { items: unknown[] };
      expect(listed.items).toMatchObject([{ unmasked: ["user"] }]);

      const all = [...Object.values(SECRETS), CREDENTIAL, link, agentKey, token];
      const said = lastWords(new Error(all.join(" | ")));
      expect(all.filter((secret) => said.includes(secret))).toEqual([]);
      expect(said.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(all.length);
    } finally {
      await server.close();
    }
  },
);

test(
  "G28 secrets that are kept in the data folder are masked, and the password within DATABASE_URL",
  { timeout: 300_000 },
  async () => {
    vi.unstubAllEnvs();
    vi.stubEnv("COUNTERSIGN_DATABASE_WAIT_SECONDS", "0");
    const databaseUrl = "postgres://app:word-of-the-database@127.0.0.1:1/nowhere";
    await expect(startServer({ dataFolder, databaseUrl, port: 0 })).rejects.toThrow();
    expect(lastWords(new Error(`cannot reach ${databaseUrl}: word-of-the-database`))).not.toContain("word-of-the-database");
    await layDatabase(dataFolder);
    await (await startServer({ dataFolder, port: 0 })).close();
    const signing = (await readFile(join(dataFolder, "secret"), "utf8")).trim();
    expect(lastWords(new Error(signing))).not.toContain(signing);
  },
);
