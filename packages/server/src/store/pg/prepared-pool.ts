import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { raiseFault } from "../raise-fault.ts";
import type { Line } from "./line.ts";

/** Each connection keeps its own copy of every plan, so the number of distinct texts must be limited. */
const MAX_STATEMENTS = 300;
/** "cached plan must not change result type": a newer release added a column while this process runs. */
const PLAN_IS_STALE = "0A000";
/** Above the server's own statement timeout, which cancels what it is running. */
const LIMIT_SECONDS = 35;
/** The setting ends with the transaction, before the connection is released. */
const HAS_NO_LIMIT = /^\s*set local statement_timeout\s*=\s*0\s*$/;

/**
 * Makes the server parse and plan each statement once per connection. Our statements write several rows at once, and planning
 * them costs more than running them. Text without parameters may be several statements, which cannot be prepared.
 */
export function preparedPool(line: Line, getPool: () => Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  /** Part of every statement name: a new generation is planned again on every connection. */
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
    return name;
  }

  async function query(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name: `${name}.${generation}`, text, values });
    } catch (error) {
      if ((error as { code?: unknown }).code !== PLAN_IS_STALE) throw error;
      generation += 1;
      // The statement was rejected before it ran. Within a transaction the retry fails too, and with it the transaction.
      return client.query(text, values);
    }
  }

  /** One wrapper per connection, because Kysely identifies connections by it. */
  function wrap(client: PoolClient): PostgresPoolClient {
    let limitSeconds = LIMIT_SECONDS;
    const wrapped = {
      query(text: string, values: readonly unknown[]) {
        if (HAS_NO_LIMIT.test(text)) limitSeconds = Infinity;
        return line.run(client, limitSeconds, () => query(client, text, [...values])).catch(raiseFault);
      },
      release() {
        limitSeconds = LIMIT_SECONDS;
        client.release(!line.has(client));
      },
    } as PostgresPoolClient;
    clients.set(client, wrapped);
    return wrapped;
  }

  return {
    async connect() {
      const client = await line.connect(getPool()).catch(raiseFault);
      return clients.get(client) ?? wrap(client);
    },
    end: () => getPool().end(),
  };
}
