import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../scripts/lib/find-free-port.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const START_MS = 180_000;

/**
 * Starts a whole Countersign with these upstreams in its configuration file, and in front of it a forwarder that adds an agent's
 * key: the suite and the inspector know no keys. `upstreams` is JSON, which is YAML, too.
 */
export async function startGateway(upstreams, expected) {
  const folder = await mkdtemp(join(tmpdir(), "countersign-conformance-"));
  const config = join(folder, "gateway.yaml");
  await writeFile(config, JSON.stringify({ upstreams }));
  const [port, front] = [await findFreePort(), await findFreePort()];
  const data = join(folder, "data");
  const bin = join(root, "packages/server/src/cli/bin.ts");
  const child = spawn(
    process.execPath,
    [
      "--conditions=@countersign/source",
      "--import",
      "tsx",
      bin,
      "start",
      "--data",
      data,
      "--config",
      config,
      "--port",
      String(port),
    ],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
      // Nothing of who started this, a database least of all.
      env: { PATH: process.env.PATH, COUNTERSIGN_ALLOWED_HOSTS: `127.0.0.1:${front},localhost:${front}` },
    },
  );
  let said = "";
  child.stderr.on("data", (chunk) => (said = (said + String(chunk)).slice(-20_000)));
  const ended = once(child, "exit");

  const stop = async () => {
    forwarder.closeAllConnections();
    forwarder.close();
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let key = "";
  const forwarder = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const onward = request({ port, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  forwarder.listen(front, "127.0.0.1");

  const url = `http://127.0.0.1:${front}/mcp`;
  const until = Date.now() + START_MS;
  for (;;) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error(`the gateway did not come up:\n${said}`);
    }
    const credentials = await readFile(join(data, "agent.json"), "utf8").catch(() => undefined);
    key = credentials === undefined ? "" : JSON.parse(credentials).agentKey;
    const listed = key === "" ? [] : await listTools(url).catch(() => []);
    if (expected.every((name) => listed.includes(name))) return { url, address: `http://127.0.0.1:${port}`, data, stop };
    await pause(200);
  }
}

async function listTools(url) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = await answer.json();
  return result.tools.map(({ name }) => name);
}
