// A custom proposal type.
// Start a server first; then: npx tsx --conditions=@countersign/source examples/custom-proposal-type/main.ts
import { Countersign } from "@countersign/sdk";
import { readFileSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import type { PriceList } from "./price-list.ts";
import { gatePriceChange } from "./propose-price-change.ts";

const file = process.env["PRICE_LIST"] ?? "prices.json";
const entry = (amount: string) => ({ price: { amount, currency: "EUR" }, validFrom: "2026-03-01", note: "" });
const sample: PriceList = {
  currency: "EUR",
  entries: { "oslo-chair": entry("149.00"), "bergen-table": entry("420.00"), "malmo-lamp": entry("89.00") },
  made: [],
};
await access(file).catch(() => writeFile(file, JSON.stringify(sample, null, 2)));

// The file written by `npm start`, and a worker key made with `countersign key create --kind worker`.
const { url, agentKey } = JSON.parse(readFileSync(process.env["COUNTERSIGN_AGENT_FILE"] ?? ".data/agent.json", "utf8")) as {
  url: string;
  agentKey: string;
};
const countersign = new Countersign({ url, apiKey: agentKey, workerKey: process.env["COUNTERSIGN_WORKER_KEY"] });
const proposePriceChange = gatePriceChange(countersign, file);
const worker = countersign.work([proposePriceChange]); // describes proposals and runs approved ones
await worker.ready;

// A call that breaks a rule of the list is refused without asking a person; the agent gets the faults to correct.
const sessionId = `prices ${new Date().toISOString()}`;
const refused = await proposePriceChange({ product: "oslo-chair", amount: "9.00", validFrom: "2026-01-01" }, { wait: "1m" });
console.log(`${refused.status} ${refused.error?.message ?? ""}`);

// Several proposals in one call; each becomes an action of its own.
const proposals = [
  { product: "oslo-chair", amount: "159.00", validFrom: "2026-04-01" },
  { product: "bergen-table", amount: "399.00", note: "Spring sale" },
  { product: "malmo-lamp", amount: "99.00" },
];
const toolName = "propose_price_change";
const { proposalIds = [] } = await countersign.propose({
  toolName,
  toolInput: { proposals },
  sessionId,
  caption: "Prices for April",
});
console.log(`queued ${proposalIds.length}: decide in the inbox at ${url}`);

const ends = proposalIds.map(async (id, n) => {
  const { product } = proposals[n]!;
  let action = await countersign.wait(id, "10m");
  let said = `${action.status} ${product}`;
  if (action.status === "refined") {
    // A call was sent back: the agent reads the person's comment and proposes again, linked by `supersedes`.
    const feedback = action.decisions.at(-1)?.comment ?? "";
    const amount = `${/\d+/.exec(feedback)?.[0] ?? "95"}.00`;
    const again = await proposePriceChange({ product, amount }, { sessionId, supersedes: id });
    action = await countersign.wait(again.pendingActionId!, "10m");
    said += `, then ${action.status} at ${amount}`;
  }
  return `${said}${action.error === null ? "" : ` ${action.error.code}`}`;
});
for (const end of await Promise.all(ends)) console.log(end);
await worker.stop();
