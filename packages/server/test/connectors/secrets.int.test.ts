import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "@countersign/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyIdOf, newKey } from "../../src/engine/secrets/credential-cipher.ts";
import { startServer } from "../../src/main.ts";
import { changeSecrets } from "../../src/maintenance.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { layDatabase } from "../support/embedded-database.ts";

/** Each start creates or recovers an embedded database. */
const LONG = { timeout: 300_000 };
const PASSWORD = "pw_3kM-live-secret";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "countersign-secrets-"));
  await layDatabase(dataFolder);
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

async function withServer<T>(run: (ask: (path: string, body?: unknown) => Promise<Response>) => Promise<T>): Promise<T> {
  const server = await startServer({ dataFolder, port: 0 });
  const { url } = server.credentials;
  try {
    const { token: userToken } = await openAdministrator(url, server.signInUrl);
    return await run((path, body) =>
      fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  } finally {
    await server.close();
  }
}

const addMail = () =>
  withServer(async (ask) => {
    const answer = await ask("/api/connections", {
      connector: "email",
      name: "Mail",
      settings: { host: "127.0.0.1", port: 9, tls: "none", from: "gate@example.test", domains: ["example.test"] },
      credentials: { user: "mailer", password: PASSWORD },
      allowPrivate: true,
      confirm: true,
    });
    const text = await answer.text();
    expect([answer.status, text.includes(PASSWORD)]).toEqual([201, false]);
  });
const listed = () =>
  withServer(async (ask) => ((await (await ask("/api/connections")).json()) as { items: Connection[] }).items);

test(
  "a connection outlives a restart; the key file is rotated by a command and a server without its key does not start",
  LONG,
  async () => {
    await addMail();
    const keyPath = join(dataFolder, "secret.key");
    const former = (await readFile(keyPath, "utf8")).trim();
    const signing = (await readFile(join(dataFolder, "secret"), "utf8")).trim();

    const rotated = await changeSecrets({ dataFolder }, { rotate: true });
    expect(rotated).toMatchObject({ resealed: 1, madeKey: true });
    const now = (await readFile(keyPath, "utf8")).trim();
    // The key that signs sessions is rotated too; the former one is still accepted.
    expect((await readFile(join(dataFolder, "secret"), "utf8")).trim().split("\n")).toEqual([expect.anything(), signing]);
    expect(now).not.toBe(former);
    expect(await listed()).toMatchObject([{ status: "ready", tools: ["send_email"], credentialFields: ["password", "user"] }]);

    await writeFile(keyPath, `${newKey()}\n`);
    const refused = startServer({ dataFolder, port: 0 });
    await expect(refused).rejects.toThrow(new RegExp(`1 connection or upstream needs key ${keyIdOf(now)}.*secrets forget`));
    expect(await changeSecrets({ dataFolder }, { forget: keyIdOf(now) })).toEqual({ forgotten: 1 });
  },
);
