import { connect } from "node:net";

/** Below 32768, where no client is given a port by the system. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 21_000 + Math.floor(Math.random() * 9_000);
    const taken = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).on("error", () => resolve(false));
    });
    if (!taken) return port;
  }
}
