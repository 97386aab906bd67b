import type { Client, ClientConfig, Notification } from "pg";
import type { ChangeListeners } from "../change-listeners.ts";
import { packPayloads } from "./pack-payloads.ts";
import { SteadyClient } from "./steady-client.ts";

const CHANNEL = "countersign";
const COALESCE_MS = 5;
const LAST_WORDS_SECONDS = 2;

/**
 * Wake-ups between processes. A `notify` inside each transaction holds a lock of the whole database through commit and was
 * measured to cut inserts to a quarter; so ids are gathered for some milliseconds and sent from a connection of their own.
 * A wake-up may be lost with a connection, never believed: readers look at the chain, and `null` tells them to.
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

  /** The server was silent and answers again: both connections may be gone without knowing. */
  renew(): void {
    this.#sender.renew();
    this.#receiver.renew();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    // A command that ends right after its change still says so, even if its connection is only being made.
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
    // Without a connection the ids wait; the connection asks for them when it is there.
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
      // What is sent on it next would wait behind what got no answer.
      this.#sender.renew();
    }
  }

  async #receive(client: Client): Promise<void> {
    client.on("notification", (message) => this.#read(message));
    await client.query(`listen ${CHANNEL}`);
    // What was sent before this connection listened is gone: everybody looks once.
    this.#listeners.tell(null);
  }

  #read({ payload, processId }: Notification): void {
    // This process was told when it sent.
    if (processId === senderProcessId(this.#sender.client)) return;
    for (const workspaceId of readPayload(payload)) this.#listeners.tell(workspaceId);
  }
}

/** `pg` knows the server process of a connection; its types do not say so. */
function senderProcessId(client: Client | undefined): number | undefined {
  return (client as { processID?: number } | undefined)?.processID;
}

/** Anything else on our channel comes from a stranger; it reads as "look yourself". */
function readPayload(payload: string | undefined): (string | null)[] {
  try {
    const parsed: unknown = JSON.parse(payload ?? "");
    if (Array.isArray(parsed) && parsed.every((id) => typeof id === "string")) return parsed;
  } catch {
    // Not JSON.
  }
  return [null];
}
