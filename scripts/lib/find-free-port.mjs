import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range for outgoing connections, so that none of these takes a port first. */
const FIRST_PORT = 20_000;
const SLICES = 60;
const SLICE_SIZE = 200;

/** First port of this process's slice, which stays occupied. */
let slice;
let count = 0;

/**
 * Returns a port of a slice that belongs to this process alone: it is free until the process listens on it, however long that
 * takes. The same port is returned again only after all others of the slice.
 */
export async function findFreePort() {
  const first = await (slice ??= takeSlice());
  for (let tries = 1; tries < SLICE_SIZE; tries += 1) {
    const port = first + 1 + (count % (SLICE_SIZE - 1));
    count += 1;
    const probe = await listen(port);
    if (probe === undefined) continue;
    probe.close();
    return port;
  }
  throw new Error(`No port between ${first} and ${first + SLICE_SIZE} is free.`);
}

/** Occupies the first port of a slice, which the system frees when this process ends, in whatever way. */
async function takeSlice() {
  const start = Math.floor(Math.random() * SLICES);
  for (let n = 0; n < SLICES; n += 1) {
    const port = FIRST_PORT + ((start + n) % SLICES) * SLICE_SIZE;
    const guard = await listen(port);
    if (guard === undefined) continue;
    // The process may end while it is open.
    guard.unref();
    return port;
  }
  throw new Error(`All ${SLICES} slices of ports are in use.`);
}

/** Returns undefined if the port is in use. */
async function listen(port) {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch (error) {
    if (error.code === "EADDRINUSE") return undefined;
    throw error;
  }
}
