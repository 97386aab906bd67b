import { once } from "node:events";
import { createServer } from "node:net";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

/**
 * A foreign host on this machine. A browser connects to an address before it knows whether a policy forbids the request, so
 * connections without a byte are not counted.
 */
export async function openSink() {
  const port = await findFreePort();
  const requests: string[] = [];
  const listener = createServer((socket) => {
    socket.once("data", (bytes) => {
      requests.push(bytes.toString("latin1").split("\r\n", 1)[0] ?? "");
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/html\r\nConnection: close\r\n\r\nok");
    });
    socket.on("error", () => {});
  });
  listener.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    /** First lines of the requests so far. */
    requests,
    close: () => listener.close(),
  };
}
