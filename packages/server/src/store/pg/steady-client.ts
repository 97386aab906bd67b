import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { destroyClient } from "./destroy-client.ts";

const HEARTBEAT_SECONDS = 10;
const ANSWER_SECONDS = 5;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * One connection that comes back. A heartbeat finds the connection that the network dropped without a word, which a
 * listener, who only waits, would never notice.
 */
export class SteadyClient {
  readonly #config: ClientConfig;
  readonly #onReady: (client: Client) => Promise<void>;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  /** Ends the connection or the attempt of this moment. */
  #renew: (() => void) | undefined;
  /** Ends the pause between two attempts. */
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

  /** The connection, while there is one. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** Connects anew at once, whatever it takes the present connection for. */
  renew(): void {
    this.#renew?.();
    this.#skipPause.abort();
  }

  async waitUntilReady(waitSeconds: number): Promise<void> {
    const end = performance.now() + waitSeconds * 1000;
    while (!this.#client && performance.now() < end) await sleep(10);
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
      // Half the wait is random, so that the processes a restarted server lost do not come back all at once.
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
      // The next round connects again; statements report the server's absence to whoever asked.
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
