import { setFailpointHook } from "../src/engine/failpoint.ts";
import { openOutboxParts, type OutboxLife } from "./outbox-parts.ts";

/* One process that plans and sends, until it is killed at a failpoint, by chance. It says when its outbox runs. */

const life = JSON.parse(process.argv[2] ?? "null") as OutboxLife;
const { outbox, engine, close } = await openOutboxParts(life);
setFailpointHook((name) => {
  if (name === life.dieAt && Math.random() < life.chance) process.kill(process.pid, "SIGKILL");
});
outbox.serve(life.workspaceId);
process.stdout.write("serving\n");
process.once("SIGTERM", () => {
  void outbox
    .stop()
    .then(() => engine.stop(1))
    .then(close)
    .then(() => process.exit(0));
});
