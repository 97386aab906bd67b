import type { Action, ActionPage, BatchResult, DecisionItem } from "@countersign/protocol";
import { createTransport } from "../../transport.ts";

export interface PersonOptions {
  /** Address of the server. */
  url: string;
  /** Token (`csu_…`) of the deciding person at this front end. Must not be shared between people. */
  token: string;
  fetch?: typeof fetch;
}

/** Filter of the pending actions to show. */
export interface ShownFilter {
  sessionId?: string;
  missionId?: string;
  toolName?: string;
}

export interface Person {
  pending: (filter: ShownFilter) => Promise<ActionPage["items"]>;
  get: (id: string) => Promise<Action>;
  decide: (items: readonly DecisionItem[]) => Promise<BatchResult>;
}

/** HTTP API client with a person's token. Rejects keys of agents and workers locally; the server rejects them in any case. */
export function createPerson({ url, token, fetch: fetchOption }: PersonOptions): Person {
  if (!/^csu_[\w-]+$/.test(token))
    throw new TypeError("`token` must be the token of a person (csu_…): the keys of agents and workers cannot decide.");
  const send = createTransport(url, fetchOption);
  const ask = async <T>(method: "GET" | "POST", path: string, body?: object): Promise<T> =>
    // A decision is sent once: a retry after a lost response would report that somebody else decided first.
    (await send<T>({ method, path: `/api/pending-actions${path}`, key: token, body, retrySeconds: method === "GET" ? 15 : 0 }))
      .value;
  return {
    pending: async (filter) => {
      const items: ActionPage["items"] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = new URLSearchParams({
          ...filter,
          status: "pending",
          limit: "200",
          ...(cursor !== undefined && { cursor }),
        });
        const page = await ask<ActionPage>("GET", `?${query.toString()}`);
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items.toReversed();
    },
    get: (id) => ask("GET", `/${encodeURIComponent(id)}`),
    decide: (items) => ask("POST", "/decisions", { items }),
  };
}
