import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";
import { setFailpointHook } from "../src/engine/failpoint.ts";
import { openOutboxParts, type OutboxLife } from "./outbox-parts.ts";

/*
 * One process that plans, sends and takes presses of buttons, until it is killed at a failpoint, by chance. It says the address
 * for presses when it serves.
 */

const life = JSON.parse(process.argv[2] ?? "null") as OutboxLife;
const { outbox, presses, engine, close } = await openOutboxParts(life);
setFailpointHook((name) => {
  if (name === life.dieAt && Math.random() < life.chance) process.kill(process.pid, "SIGKILL");
});

/** As the route for presses, whose address ends with the workspace and the channel. */
const server = createServer((request, response) => {
  const receive = async (): Promise<number> => {
    const [connectionId = "", workspaceId = ""] = (request.url ?? "").split("/").toReversed();
    const headers = new Headers(request.headers as Record<string, string>);
    const received = await presses.receive({ workspaceId, connectionId }, { headers, body: await text(request) });
    return received.ok ? 200 : 404;
  };
  receive().then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
});
const port = await findFreePort();
await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));

for (const id of life.workspaceIds) {
  outbox.serve(id);
  presses.serve(id);
}
process.stdout.write(`http://127.0.0.1:${port}\n`);
process.once("SIGTERM", () => {
  server.close();
  void Promise.all([outbox.stop(), presses.stop()])
    .then(() => engine.stop(1))
    .then(close)
    .then(() => process.exit(0));
});
