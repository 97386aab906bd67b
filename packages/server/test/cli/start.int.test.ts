import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { credentialsSchema } from "@countersign/protocol";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { layDatabase } from "../support/embedded-database.ts";

/** The process compiles, then creates a database: slow on a busy machine. */
const START_MS = 180_000;
const BIN = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "countersign-start-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

function run(args: readonly string[], { preload = [] as string[], env = {} } = {}) {
  const imports = ["tsx", ...preload].flatMap((file) => ["--import", file]);
  const node = ["--conditions", "@countersign/source", ...imports, BIN, "start", "--data", data, "--port", "0", ...args];
  const child = spawn(process.execPath, node, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  return { child, ended, readErrors: () => errors };
}

/** Runs `countersign start` as a child process until its output matches `pattern`. */
async function start(pattern: RegExp, ...args: string[]) {
  const { child, ended } = run(args);
  child.stderr.pipe(process.stderr);
  let out = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (pattern.test(out)) resolve();
    });
    void ended.then(([code]) => reject(new Error(`start ended with ${code}`)));
  });
  return {
    read: () => out,
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

test("start --json prints the credentials as one line and ends with 0 on SIGTERM", { timeout: START_MS }, async () => {
  await layDatabase(data);
  const server = await start(/\n/, "--json");
  const credentials = credentialsSchema.parse(JSON.parse(server.read()));
  expect(JSON.parse(await readFile(join(data, "agent.json"), "utf8"))).toEqual(credentials);
  expect((await stat(join(data, "agent.json"))).mode & 0o777).toBe(0o600);
  expect((await fetch(`${credentials.url}/readyz`)).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(server.read().trimEnd().split("\n")).toHaveLength(1);
});

test(
  "G25 output that is no screen has neither the agent key nor the sign-in link, but says where they are; Ctrl-C ends it",
  { timeout: START_MS },
  async () => {
    const first = await start(/Try it/);
    for (const part of ["Sign in", "/mcp", "/api", join(data, "agent.json"), "Inbox"]) expect(first.read()).toContain(part);
    expect(first.read()).not.toMatch(/csa_|#token=/);
    const link = join(data, "sign-in-link");
    expect(first.read()).toContain(link);
    expect(await readFile(link, "utf8")).toMatch(/^http:\S+\/sign-in#token=\S{43}\n$/);
    expect((await stat(link)).mode & 0o777).toBe(0o600);
    expect(await first.stop("SIGINT")).toBe(0);
    const second = await start(/Try it/);
    expect(second.read()).not.toContain("csa_");
    expect(await second.stop("SIGINT")).toBe(0);
  },
);

test(
  "G32 a process whose database is gone says so and ends itself, and the next one has its data",
  { timeout: START_MS },
  async () => {
    await layDatabase(data);
    const preload = [fileURLToPath(new URL("../support/end-database-thread.ts", import.meta.url))];
    const { child, ended, readErrors } = run(["--json"], { preload });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    const { url, agentKey } = credentialsSchema.parse(JSON.parse(line));
    child.kill("SIGUSR2");
    await expect.poll(() => child.exitCode).toBe(70);
    await ended;
    expect(readErrors()).toContain("the thread of the embedded database ended");
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
    const again = await start(/\n/, "--json");
    expect(JSON.parse(again.read())).toMatchObject({ agentKey });
    expect(await again.stop("SIGTERM")).toBe(0);
  },
);

test(
  "a start whose database stays away waits as long as it is told to, then ends with what it waited for",
  { timeout: START_MS },
  async () => {
    const url = `postgres://nobody:not-to-be-told@127.0.0.1:${await findFreePort()}/none`;
    const { ended, readErrors } = run(["--database", url], { env: { COUNTERSIGN_DATABASE_WAIT_SECONDS: "1" } });
    expect((await ended)[0]).toBe(1);
    expect(readErrors()).toMatch(/"waiting for the database at 127\.0\.0\.1:\d+, [01] s more: connect ECONNREFUSED/);
    expect(readErrors()).toMatch(/The server did not start: the database at 127\.0\.0\.1:\d+ did not answer within 1 s/);
    expect(readErrors()).not.toContain("not-to-be-told");
  },
);
