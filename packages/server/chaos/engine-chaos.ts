import { randomUUID } from "node:crypto";
import { Countersign } from "@countersign/sdk";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";
import { startOwnPostgres } from "../../../test/support/start-postgres.ts";
import { openAdministrator } from "../../../test/support/administrator-token.ts";
import { openBalancer } from "./balancer.ts";
import { connect, createPerson } from "./people.ts";
import { judge } from "./judge.ts";
import { startServers } from "./servers.ts";
import { openSink } from "./sink.ts";

const AGENTS = 6;
/** Pause between two proposals of an agent, so that proposing alone does not occupy two cores. */
const PACE_MS = 60;

/** Kills servers, then restarts their database, beneath agents and people. Returns the number of failed checks. */
export async function engineChaos(isShort: boolean): Promise<number> {
  const KILLS = { everyMs: 4000, forMs: isShort ? 20_000 : 180_000 };
  const RESTARTS = { everyMs: 10_000, forMs: isShort ? 25_000 : 120_000 };

  const postgres = await startOwnPostgres();
  const sink = await openSink();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const balancer = await openBalancer(ports);
  const servers = await startServers(ports, balancer.url, postgres.url);
  const { token } = await openAdministrator(balancer.url, servers.signInLink);
  const person = createPerson(balancer.url, token);
  await connect(person, sink.url);
  const makeKey = async (kind: "agent" | "worker"): Promise<string> =>
    (await person.ask<{ key: string }>("POST", "/api/keys", { kind, name: `chaos ${kind}`, confirm: true })).key;
  const workerKey = await makeKey("worker");
  const apiKey = await makeKey("agent");

  const client = new Countersign({ url: balancer.url, apiKey, workerKey, retrySeconds: 90, onError: () => {} });
  const pay = client.gated({
    name: "pay",
    description: "Pays an amount.",
    inputSchema: { type: "object", properties: { n: { type: "string" } }, required: ["n"] },
    execute: async ({ n }) => {
      sink.add(n as string);
      return { paid: true };
    },
  });
  const worker = client.work([pay]);
  await worker.ready;

  const stop = new AbortController();
  const approving = person.approveAll(stop.signal);
  const acknowledged = new Map<string, string>();
  const thrown: string[] = [];
  const agents = Array.from({ length: AGENTS }, async (_, agent) => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const toolName = (agent + n) % 2 === 0 ? "pay" : "send_note";
      const call = { toolName, toolInput: { n: `${agent}-${n}` }, idempotencyKey: randomUUID() };
      try {
        const { pendingActionId } = await client.propose(call);
        acknowledged.set(pendingActionId!, `${agent}-${n}`);
      } catch (error) {
        thrown.push(String(error));
      }
      await pause(PACE_MS);
    }
  });

  const kills = await repeat(KILLS, async () => servers.killOne());
  await servers.untilReady();
  const restarts = await repeat(RESTARTS, () => postgres.restart());
  stop.abort();
  await Promise.all([...agents, approving]);

  const faults = await judge({ databaseUrl: postgres.url, acknowledged, thrown, counts: sink.counts, kills, restarts });
  await worker.stop();
  await balancer.close();
  await servers.stop();
  sink.close();
  await postgres.stop();
  return faults;
}

/** Returns how many times the work was done. */
async function repeat({ everyMs, forMs }: { everyMs: number; forMs: number }, work: () => Promise<void>): Promise<number> {
  const end = performance.now() + forMs;
  let times = 0;
  while (performance.now() < end) {
    await Promise.all([work(), pause(everyMs)]);
    times += 1;
  }
  return times;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
