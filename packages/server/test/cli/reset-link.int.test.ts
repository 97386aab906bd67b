import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { startServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { recordTerminal } from "./support/record-terminal.ts";

const EMAIL = "grace@example.test";
const [FORMER, CURRENT] = ["correct horse battery", "another correct horse"] as const;

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "countersign-reset-"));
  await layDatabase(data);
});
afterAll(() => rm(data, { recursive: true, force: true }));

async function run(address: string) {
  const terminal = recordTerminal();
  const settings = { configFolder: join(data, "config") };
  const start = () => Promise.reject(new Error("not here"));
  const exitCode = await runCli(["reset-link", address, "--data", data], terminal, start, settings);
  return { exitCode, out: terminal.out, error: terminal.error };
}

/** Sends each request to one start of the server, in order; returns their answers. */
async function withServer<T>(
  work: (send: (path: string, body: object) => Promise<Response>, link: string | null) => Promise<T>,
) {
  const server = await startServer({ dataFolder: data, port: 0 });
  const { origin } = new URL(server.credentials.url);
  let cookie = "";
  const send = async (path: string, body: object): Promise<Response> => {
    const headers = { "content-type": "application/json", origin, ...(cookie !== "" && { cookie }) };
    const answer = await fetch(`${origin}/api/auth/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? cookie;
    return answer;
  };
  try {
    return await work(send, server.signInUrl);
  } finally {
    await server.close();
  }
}

test("whoever runs the server lets somebody in who forgot the password", async () => {
  await withServer(async (send, link) => {
    await send("sign-in/link", { token: new URL(link!).hash.split("=")[1] });
    expect((await send("account/setup", { name: "Grace", email: EMAIL, password: FORMER })).status).toBe(200);
    // The embedded database belongs to the server while it runs.
    expect((await run(EMAIL)).exitCode).toBe(1);
  });
  const unknown = await run("nobody@example.test");
  expect([unknown.exitCode, unknown.error]).toEqual([
    1,
    expect.stringContaining("There is no account with the e-mail address nobody@example.test"),
  ]);
  const { exitCode, out } = await run(EMAIL.toUpperCase());
  expect(exitCode).toBe(0);
  const token = /#reset=([\w-]{43})$/m.exec(out)?.[1];
  await withServer(async (send) => {
    expect((await send("password/reset", { token, password: CURRENT })).status).toBe(200);
    expect((await send("sign-in/email", { email: EMAIL, password: FORMER })).status).toBe(401);
    expect((await send("sign-in/email", { email: EMAIL, password: CURRENT })).status).toBe(200);
  });
});
