import type { ClientBase, ClientConfig, Pool, PoolClient } from "pg";
import { destroyClient } from "./destroy-client.ts";
import { openProbe, type Looked, type Probe } from "./probe.ts";
import { sessionOf } from "./sessions.ts";

/** Time is counted in ticks: while the process gets no CPU time, nobody has waited, and an answer may have arrived. */
const TICK_MS = 500;
/** Statements pending this long trigger probes. Together with a probe's limit, this is well below 10 s. */
const LOOK_TICKS = 6;
const PROBE_TICKS = 9;
/** Between two probes while the server does not answer. */
const PAUSE_TICKS = 2;
/** Limit for getting a connection, whether a new one or one that becomes free. */
const CONNECT_SECONDS = 8;

interface Out {
  /** Undefined while waiting for a connection. */
  client: ClientBase | undefined;
  /** Tick at which it was sent or last probed. */
  seen: number;
  /** Tick at which it fails regardless of probes. */
  end: number;
  refuse(): void;
}

export interface LineOptions {
  /** Configuration of the probe's connections. */
  config: ClientConfig;
  /** Called with false when the server stops answering, and with true when it answers again. */
  onReach(isReached: boolean): void;
}

/**
 * Watches the pending statements on all connections to one server. A packet filter that drops packets, or a machine that is
 * gone, closes nothing and answers nothing, and TCP takes minutes to notice. So after some seconds a probe opens a new
 * connection. If the probe is answered, only statements that the server is not working on fail. If not, all pending statements
 * fail at once and new ones are refused until a probe is answered. Probes also end the server's sessions of lost connections,
 * which may hold locks or run abandoned statements; after an outage this comes before any new statement.
 */
export class Line {
  readonly #options: LineOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #clients = new Set<ClientBase>();
  readonly #out = new Set<Out>();
  readonly #lost = new Set<string>();
  #now = 0;
  #isOpen = true;
  #isClosed = false;
  #probe: (Probe & { since: number }) | undefined;
  #pauseUntil = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  add(client: ClientBase): void {
    this.#clients.add(client);
  }

  remove(client: ClientBase): void {
    this.#clients.delete(client);
  }

  /** Whether a connection may still be used. */
  has(client: ClientBase): boolean {
    return this.#clients.has(client);
  }

  /** Returns a connection of the pool; fails at once while the server does not answer. */
  async connect(pool: Pool): Promise<PoolClient> {
    if (!this.#isOpen) throw silence();
    let isRefused = false;
    const connecting = pool.connect().then((client) => {
      if (isRefused) client.release(true);
      return client;
    });
    return this.#watch(undefined, connecting, CONNECT_SECONDS).catch((error: unknown) => {
      isRefused = true;
      throw error;
    });
  }

  /**
   * Runs a statement on a connection. `limitSeconds` applies where no probe can tell what became of the statement, so it must
   * exceed the server's own limit; `Infinity` if the server has none.
   */
  run<T>(client: ClientBase, limitSeconds: number, statement: () => Promise<T>): Promise<T> {
    // The caller still rolls back a transaction that was cut off.
    return this.has(client) ? this.#watch(client, statement(), limitSeconds) : Promise.reject(silence());
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#probe?.giveUp();
  }

  #watch<T>(client: ClientBase | undefined, answer: Promise<T>, limitSeconds: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = (): void => void this.#out.delete(out);
      const out: Out = {
        client,
        seen: this.#now,
        end: this.#now + (limitSeconds * 1000) / TICK_MS,
        refuse() {
          done();
          reject(silence());
        },
      };
      this.#out.add(out);
      answer.then(resolve, reject).finally(done);
    });
  }

  #tick(): void {
    this.#now += 1;
    for (const out of this.#out) if (this.#now >= out.end) this.#end(out);
    if (this.#probe) {
      if (this.#now - this.#probe.since >= PROBE_TICKS) this.#probe.giveUp();
    } else if (this.#isDue()) void this.#look();
  }

  #isDue(): boolean {
    if (this.#now < this.#pauseUntil) return false;
    if (!this.#isOpen || this.#lost.size > 0) return true;
    for (const out of this.#out) if (this.#isLong(out)) return true;
    return false;
  }

  #isLong = ({ seen }: Out): boolean => this.#now - seen >= LOOK_TICKS;

  async #look(): Promise<void> {
    const long = [...this.#out].filter(this.#isLong);
    const asked = { out: long.flatMap(({ client }) => (client && sessionOf(client)) ?? []), lost: [...this.#lost] };
    this.#probe = { ...openProbe(this.#options.config, asked), since: this.#now };
    const looked = await this.#probe.looked;
    this.#probe = undefined;
    this.#pauseUntil = this.#now + PAUSE_TICKS;
    if (this.#isClosed) return;
    if (looked === "silent") this.#fallSilent();
    else this.#answered(looked, long, asked.lost);
  }

  #answered(looked: Exclude<Looked, "silent">, long: readonly Out[], ended: readonly string[]): void {
    for (const out of this.#out) out.seen = this.#now;
    if (looked === "busy") return;
    for (const name of ended) this.#lost.delete(name);
    // Matched by statement: its connection may be running another one by now.
    for (const out of long.filter((one) => this.#out.has(one)))
      if (out.client && looked.idle.includes(sessionOf(out.client) ?? "")) this.#end(out);
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#options.onReach(true);
  }

  #fallSilent(): void {
    for (const client of this.#clients) this.#lose(client);
    for (const out of this.#out) this.#end(out);
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.onReach(false);
  }

  /** Fails a statement and drops its connection, which would otherwise deliver the late answer to the next user. */
  #end(out: Out): void {
    out.refuse();
    if (out.client) this.#lose(out.client);
  }

  #lose(client: ClientBase): void {
    const name = sessionOf(client);
    if (name !== undefined) this.#lost.add(name);
    this.#clients.delete(client);
    destroyClient(client);
  }
}

const silence = (): Error => new Error("the database does not answer");
