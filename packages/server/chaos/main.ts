import { parseArgs } from "node:util";
import { engineChaos } from "./engine-chaos.ts";
import { outboxChaos } from "./outbox-chaos.ts";

/*
 * npm run chaos              three servers on one PostgreSQL behind a balancer: one killed every 4 s for 3 minutes, then
 *                            PostgreSQL restarted with `-m immediate` every 10 s for 2 minutes; then notifications of
 *                            100,000 events by three processes that are killed at every failpoint of the outbox, beside
 *                            receivers that fail 20 % of the time and a restart of PostgreSQL, while 200 people decide on
 *                            4 actions each by buttons of direct messages, pressed at two processes at the same time
 * npm run chaos -- --short   the same for 20 s and 25 s, with 3,000 events and 60 people who decide on 2 actions each
 * npm run chaos -- --only engine|outbox
 */
const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, only: { type: "string" } },
});
const PARTS = { engine: engineChaos, outbox: outboxChaos } as const;
const parts = Object.entries(PARTS).filter(([name]) => values.only === undefined || values.only === name);
if (parts.length === 0) throw new Error(`--only takes one of ${Object.keys(PARTS).join(", ")}`);

let faults = 0;
for (const [name, run] of parts) {
  console.log(`── ${name}`);
  faults += await run(values.short);
}
process.exit(faults === 0 ? 0 : 1);
