import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range the system hands out to outgoing connections, so that none of those takes it first. */
export async function findFreePort(): Promise<number> {
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
