import type { ClientBase } from "pg";

/**
 * Server session names by connection. After a restart another session may have the same process id, so the name includes its
 * start time.
 */
const names = new WeakMap<ClientBase, string>();

const NAME = "pid || '@' || extract(epoch from backend_start)";
/** Longer than an answer needs to arrive. */
const IDLE_SECONDS = 2;

/** Name of a connection's session; undefined behind a pooler, which shares sessions between connections. */
export const sessionOf = (client: ClientBase): string | undefined => names.get(client);

/**
 * Runs once for each new connection: learns the session's name and turns off just-in-time compilation. The planner overestimates the
 * cost of our batched statements, so the server would compile them at every run, which took 0.1 s each time.
 */
export async function beginSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `select pid, ${NAME} as name, set_config('jit', 'off', false) from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const own = (client as { processID?: number }).processID;
  if (rows[0] && rows[0].pid === own) names.set(client, rows[0].name);
}

/** Returns the sessions that run nothing: their statement, or its answer, is lost. */
export async function findIdle(client: ClientBase, sessions: readonly string[]): Promise<string[]> {
  if (sessions.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    `select ${NAME} as name from pg_stat_activity where ${NAME} = any($1::text[])
       and (state like 'idle%' and state_change < clock_timestamp() - interval '${IDLE_SECONDS} seconds') is not true`,
    [sessions],
  );
  const busy = new Set(rows.map(({ name }) => name));
  return sessions.filter((name) => !busy.has(name));
}

/** Ends sessions and releases what they hold. Returns how many still existed. */
export async function endSessions(client: ClientBase, sessions: readonly string[]): Promise<number> {
  if (sessions.length === 0) return 0;
  // In the select list: in a condition it could be evaluated for every session.
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${NAME} = any($1::text[])`,
    [sessions],
  );
  return rows.length;
}
