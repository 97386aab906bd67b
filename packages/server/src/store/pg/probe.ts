import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError, type ClientConfig } from "pg";
import { destroyClient } from "./destroy-client.ts";
import { endSessions, findIdle } from "./sessions.ts";

/** Whether the database answered over a new connection. */
export type Looked =
  /** No answer. */
  | "silent"
  /** The server answers but does not serve: it is starting, or accepts no more connections. */
  | "busy"
  | { idle: string[] };

export interface Probe {
  looked: Promise<Looked>;
  /** Aborts the probe, whose result is then `silent`. */
  giveUp(): void;
}

interface Asked {
  /** Sessions with a statement pending for long; the probe finds those that run nothing. */
  out: readonly string[];
  /** Sessions whose connection is lost; the probe ends them. */
  lost: readonly string[];
}

const LOOK_AGAIN_MS = 100;
/** A session blocked in the kernel, on a disk that hangs, cannot be ended; other statements must not wait for it forever. */
const MAX_LOOKS = 20;

export function openProbe(config: ClientConfig, { out, lost }: Asked): Probe {
  const client = new Client(config);
  client.on("error", () => undefined);
  const look = async (): Promise<Looked> => {
    try {
      await client.connect();
      const idle = await findIdle(client, out);
      for (let n = 1; (await endSessions(client, lost)) > 0 && n < MAX_LOOKS; n += 1) await sleep(LOOK_AGAIN_MS);
      return { idle };
    } catch (error) {
      return error instanceof DatabaseError ? "busy" : "silent";
    } finally {
      destroyClient(client);
    }
  };
  return { looked: look(), giveUp: () => destroyClient(client) };
}
