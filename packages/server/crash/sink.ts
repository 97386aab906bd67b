import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
  const port = await listenBelow32768(server);
  return { url: `http://127.0.0.1:${port}`, count, close: () => server.close() };
}

/** Listens below the ephemeral port range: a client whose own port equals the server's would connect to itself. */
async function listenBelow32768(server: ReturnType<typeof createServer>): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const bound = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (bound) return (server.address() as AddressInfo).port;
  }
  throw new Error("no free port between 20000 and 30000");
}
