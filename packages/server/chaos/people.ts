import type { ActionPage, Connection, JsonObject } from "@countersign/protocol";

/** A person at the HTTP API; requests are repeated until they are answered. */
export interface Person {
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  /** Approves pending actions until `signal` aborts, and then the remaining ones. */
  approveAll(signal: AbortSignal): Promise<void>;
}

const PAUSE_MS = 200;
const PAGE = 100;

export function createPerson(url: string, token: string): Person {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      try {
        const request = { method, headers, signal: AbortSignal.timeout(20_000), ...(body && { body: JSON.stringify(body) }) };
        const answer = await fetch(`${url}${path}`, request);
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text) as T;
        if (answer.status < 500 && answer.status !== 429) throw new Refused(`${method} ${path}: ${answer.status} ${text}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  return {
    ask,
    async approveAll(signal) {
      for (;;) {
        const isLast = signal.aborted;
        const { items } = await ask<ActionPage>("GET", `/api/pending-actions?status=pending&limit=${PAGE}`);
        const decisions = items.map(({ id, digest }) => ({ pendingActionId: id, verdict: "approve", digest }));
        // A batch whose answer was lost is sent again; the server skips actions approved by then.
        if (decisions.length > 0) await ask("POST", "/api/pending-actions/decisions", { items: decisions });
        else if (isLast) return;
        else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
  };
}

class Refused extends Error {}

/** Makes a connection whose tool posts to `sinkUrl`; the server that claims the action runs it. */
export const connect = (person: Person, sinkUrl: string): Promise<Connection> =>
  person.ask("POST", "/api/connections", {
    connector: "http",
    name: "Sink",
    settings: {
      tools: [
        {
          name: "send_note",
          description: "Sends a note to the outside world.",
          method: "POST",
          url: sinkUrl,
          inputSchema: { type: "object", properties: { n: { type: "string" } }, required: ["n"], additionalProperties: false },
        },
      ],
    } satisfies JsonObject,
    allowPrivate: true,
    confirm: true,
  });
