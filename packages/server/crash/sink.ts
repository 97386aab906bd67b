import { once } from "node:events";
import { createServer } from "node:http";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";

export interface Sink {
  url: string;
  /** How often an effect took place under this key, counted outside the killed process. */
  count(key: string): number;
  close(): void;
}

/**
 * The outside world: a service that performs and counts effects, in this process, which is never killed.
 * `/do` has an effect each time, `/do-once` honours an idempotency key, `/done` says whether a key took effect.
 */
export async function openSink(): Promise<Sink> {
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://sink");
    const key = url.searchParams.get("key") ?? "";
    if (url.pathname === "/do") counts.set(key, count(key) + 1);
    if (url.pathname === "/do-once" && count(key) === 0) counts.set(key, 1);
    response.end(JSON.stringify({ count: count(key) }));
  });
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${port}`, count, close: () => server.close() };
}
