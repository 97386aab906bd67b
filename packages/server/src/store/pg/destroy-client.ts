import type { ClientBase } from "pg";

/**
 * Drops a connection at once and rejects its pending statements. `end` sends a goodbye and waits for the server, which takes
 * minutes on a dead network path.
 */
export function destroyClient(client: ClientBase): void {
  // `pg` has no method for this, and its types omit the socket.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
