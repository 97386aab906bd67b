import type { Client, ClientConfig, Notification } from "pg";
import type { ChangeListeners } from "../change-listeners.ts";
import { packPayloads } from "./pack-payloads.ts";
import { SteadyClient } from "./steady-client.ts";

const CHANNEL = "countersign";
const COALESCE_MS = 5;
const LAST_WORDS_SECONDS = 2;

/**
 * Notifications between processes. `notify` inside each transaction holds a database-wide lock through commit, which cut
 * inserts to a quarter in measurements. So ids are batched for some milliseconds and sent over a separate connection. A lost
 * connection may lose notifications: they are hints only. Readers check the audit chain, and `null` tells them to.
 */
export class ChangeFeed {
  readonly #listeners: ChangeListeners;
  readonly #sender: SteadyClient;
  readonly #receiver: SteadyClient;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(config: ClientConfig, listeners: ChangeListeners) {
    this.#listeners = listeners;
    this.#sender = new SteadyClient(config, async () => this.#scheduleSend());
    this.#receiver = new SteadyClient(config, (client) => this.#receive(client));
  }

  send(workspaceId: string): void {
    this.#sender.start();
    this.#waiting.add(workspaceId);
    this.#scheduleSend();
  }

  listen(): void {
    this.#receiver.start();
  }

  /** Reconnects after an outage: both connections may be dead without noticing. */
  renew(): void {
    this.#sender.renew();
    this.#receiver.renew();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    // Lets a command that ends right after its change still notify, even while its connection is being made.
    if (this.#waiting.size > 0) await this.#sender.waitUntilReady(LAST_WORDS_SECONDS);
    this.#flush();
    await this.#sending;
    clearTimeout(this.#timer);
    await Promise.all([this.#sender.close(), this.#receiver.close()]);
  }

  #scheduleSend(): void {
    if (this.#waiting.size === 0) return;
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const client = this.#sender.client;
    // Without a connection the ids stay queued; the sender schedules them when it is connected.
    if (!client || this.#waiting.size === 0) return;
    const workspaceIds = [...this.#waiting];
    this.#waiting.clear();
    this.#sending = this.#sending.then(() => this.#sendAll(client, workspaceIds));
  }

  async #sendAll(client: Client, workspaceIds: readonly string[]): Promise<void> {
    try {
      for (const payload of packPayloads(workspaceIds)) await client.query("select pg_notify($1, $2)", [CHANNEL, payload]);
    } catch {
      for (const workspaceId of workspaceIds) this.#waiting.add(workspaceId);
      // Later statements on this connection would wait behind the unanswered one.
      this.#sender.renew();
    }
  }

  async #receive(client: Client): Promise<void> {
    client.on("notification", (message) => this.#read(message));
    await client.query(`listen ${CHANNEL}`);
    // Notifications sent before this `listen` are lost, so all listeners check once.
    this.#listeners.tell(null);
  }

  #read({ payload, processId }: Notification): void {
    // This process notified its own listeners when it sent.
    if (processId === senderProcessId(this.#sender.client)) return;
    for (const workspaceId of readPayload(payload)) this.#listeners.tell(workspaceId);
  }
}

/** Returns the connection's server process id, which `pg` has but its types omit. */
function senderProcessId(client: Client | undefined): number | undefined {
  return (client as { processID?: number } | undefined)?.processID;
}

/** Any other payload on our channel comes from a foreign sender; null makes listeners check for themselves. */
function readPayload(payload: string | undefined): (string | null)[] {
  try {
    const parsed: unknown = JSON.parse(payload ?? "");
    if (Array.isArray(parsed) && parsed.every((id) => typeof id === "string")) return parsed;
  } catch {
    // Not JSON.
  }
  return [null];
}
