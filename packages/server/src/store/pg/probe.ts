import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError, type ClientConfig } from "pg";
import { destroyClient } from "./destroy-client.ts";
import { endSessions, findIdle } from "./sessions.ts";

/** Whether the database answered over a new connection. */
export type Looked =
  /** Nothing answers. */
  | "silent"
  /** The server answers, and does not serve: it starts, or takes no more connections. */
  | "busy"
  | { idle: string[] };

export interface Probe {
  looked: Promise<Looked>;
  /** Ends it; it has then found silence. */
  giveUp(): void;
}

interface Asked {
  /** Sessions with a statement out for long: which of them run nothing? */
  out: readonly string[];
  /** Sessions to which our connection is gone; they are ended. */
  lost: readonly string[];
}

const LOOK_AGAIN_MS = 100;
/** A session in the kernel's hands, on a disk that hangs, cannot be ended; the others are not kept waiting for it for ever. */
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
