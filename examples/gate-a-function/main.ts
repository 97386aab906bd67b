// Requires approval for a function.
// Start a server first; then: npx tsx --conditions=@countersign/source examples/gate-a-function/main.ts
import { Countersign } from "@countersign/sdk";
import { readFileSync } from "node:fs";
import { z } from "zod";

const bank = { close: (accountId: string, reason: string) => ({ closed: accountId, because: reason }) };

// The file written by `npm start`, and a worker key made with `countersign key create --kind worker`.
const { url, agentKey } = JSON.parse(readFileSync(process.env["COUNTERSIGN_AGENT_FILE"] ?? ".data/agent.json", "utf8")) as {
  url: string;
  agentKey: string;
};
const countersign = new Countersign({ url, apiKey: agentKey, workerKey: process.env["COUNTERSIGN_WORKER_KEY"] });

const closeAccount = countersign.gated({
  name: "close_account",
  description: "Close a customer account",
  input: z.object({ accountId: z.string(), reason: z.string() }),
  preview: ({ accountId }) => ({ title: `Close ${accountId}` }),
  execute: ({ accountId, reason }) => bank.close(accountId, reason),
});

const worker = countersign.work([closeAccount]); // runs approved calls
await worker.ready;

const queued = await closeAccount({ accountId: "a-7", reason: "asked" });
console.log(`${queued.status} ${queued.pendingActionId}: approve it in the inbox at ${url}`);

const outcome = await countersign.wait(queued.pendingActionId!, "10m");
console.log(`${outcome.status} ${JSON.stringify(outcome.result)}`);
await worker.stop();
