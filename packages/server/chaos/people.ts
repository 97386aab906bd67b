import type { ActionPage, Connection, JsonObject } from "@countersign/protocol";

/** What a person's browser asks, again and again until it is answered. */
export interface Person {
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  /** Approves what waits until `signal` fires, and then what is left. */
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
        // An answer that was lost is asked for again; what was approved by then is skipped.
        if (decisions.length > 0) await ask("POST", "/api/pending-actions/decisions", { items: decisions });
        else if (isLast) return;
        else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
  };
}

class Refused extends Error {}

/** A connection whose tool writes to `sinkUrl`, run by whichever server claims the action. */
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
