import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { destroyClient } from "./destroy-client.ts";

const HEARTBEAT_SECONDS = 10;
const ANSWER_SECONDS = 5;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
const TURN_MS = 10;

/**
 * A connection that reconnects. A heartbeat detects a silently dropped connection, which a listener that only waits would never
 * notice.
 */
export class SteadyClient {
  readonly #config: ClientConfig;
  readonly #onReady: (client: Client) => Promise<void>;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  /** Ends the current connection or connection attempt. */
  #renew: (() => void) | undefined;
  /** Ends the backoff between two attempts. */
  #skipPause = new AbortController();
  #running: Promise<void> | undefined;

  constructor(config: ClientConfig, onReady: (client: Client) => Promise<void>) {
    this.#config = { ...config, query_timeout: ANSWER_SECONDS * 1000 };
    this.#onReady = onReady;
  }

  /** Connects and stays connected; a second call does nothing. */
  start(): void {
    this.#running ??= this.#keepConnected();
  }

  /** The current connection; undefined while disconnected. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** Reconnects at once, even if the current connection seems to work. */
  renew(): void {
    this.#renew?.();
    this.#skipPause.abort();
  }

  /** Counts turns instead of looking at the clock: a pause of this process must not end a wait for a server that answered meanwhile. */
  async waitUntilReady(waitSeconds: number): Promise<void> {
    for (let turns = (waitSeconds * 1000) / TURN_MS; turns > 0 && !this.#client; turns -= 1) await sleep(TURN_MS);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #keepConnected(): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (!this.#closing.signal.aborted) {
      const connectedAt = performance.now();
      await this.#holdConnection();
      if (performance.now() - connectedAt > LONGEST_WAIT_MS) waitMs = FIRST_WAIT_MS;
      // Half the wait is jitter, so that processes do not all reconnect at the same time after a server restart.
      await this.#wait(waitMs / 2 + (Math.random() * waitMs) / 2, this.#skipPause.signal);
      if (this.#skipPause.signal.aborted) this.#skipPause = new AbortController();
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  async #holdConnection(): Promise<void> {
    const client = new Client(this.#config);
    const lost = new AbortController();
    client.on("error", () => lost.abort());
    client.on("end", () => lost.abort());
    this.#renew = () => destroyClient(client);
    try {
      await client.connect();
      await this.#onReady(client);
      this.#client = client;
      while (!lost.signal.aborted && !this.#closing.signal.aborted) {
        await this.#wait(HEARTBEAT_SECONDS * 1000, lost.signal);
        if (!lost.signal.aborted && !this.#closing.signal.aborted) await client.query("select 1");
      }
    } catch {
      // The next round reconnects; callers see the outage in their own statements.
    } finally {
      this.#client = undefined;
      this.#renew = undefined;
      await client.end().catch(() => undefined);
    }
  }

  async #wait(milliseconds: number, lost?: AbortSignal): Promise<void> {
    const signal = lost ? AbortSignal.any([lost, this.#closing.signal]) : this.#closing.signal;
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
