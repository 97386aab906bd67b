import { Gauge, type Registry } from "prom-client";
import { sql } from "kysely";
import type { Database } from "../../store/database.ts";

/** Registers gauges for the number and the oldest age of unfinished actions, queried whenever the metrics are read. */
export function countOpenActions(registry: Registry, database: Database): void {
  const open = new Gauge({
    name: "countersign_open_actions",
    help: "Actions that are not over, by status, over all workspaces",
    labelNames: ["status"],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ status: string; count: number; oldestSeconds: number }>`
        select status, count(*) as count, extract(epoch from now() - min(created_at))::float8 as oldest_seconds from action
        where status in ('pending', 'approved', 'executing', 'outcome_unknown') group by status`.execute(database.kysely);
      open.reset();
      oldest.reset();
      for (const row of rows) {
        open.set({ status: row.status }, row.count);
        oldest.set({ status: row.status }, row.oldestSeconds);
      }
    },
  });
  const oldest = new Gauge({
    name: "countersign_oldest_action_seconds",
    help: "Age of the oldest action that is not over, by status",
    labelNames: ["status"],
    registers: [registry],
  });
}
