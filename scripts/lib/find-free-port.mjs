import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port below the range for outgoing connections, so that none of these takes the port first. */
export async function findFreePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    try {
      probe.listen(port, "127.0.0.1");
      await once(probe, "listening");
      return port;
    } catch {
      continue;
    } finally {
      probe.close();
    }
  }
}
