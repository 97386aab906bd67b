import type { ClientBase } from "pg";

/**
 * Drops a connection at once. `end` says goodbye and waits for the other side, which over a silent line takes minutes. What is out on
 * the connection is rejected.
 */
export function destroyClient(client: ClientBase): void {
  // `pg` has no method for it; its types do not tell of the socket.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
