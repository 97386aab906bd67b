import { parseArgs } from "node:util";
import { startPostgres } from "../test/support/start-postgres.ts";
import { askAudit } from "./audit.ts";
import { askChat } from "./chat.ts";
import { askContent } from "./content.ts";
import { askEmbedded } from "./embedded.ts";
import { askGate } from "./gate.ts";
import { askHeld } from "./held.ts";
import { askListing } from "./listing.ts";
import { askLive } from "./live.ts";
import { askPeer } from "./peer.ts";
import { askSilence } from "./silence.ts";
import { askStarts } from "./starts.ts";
import { askStop } from "./stop.ts";
import { askTools } from "./tools.ts";
import type { Question } from "./support/bench.ts";
import { describeMachine } from "./support/describe-machine.ts";
import type { Figure } from "./support/figure.ts";
import { printTable } from "./support/print-table.ts";
import { writeResults } from "./support/write-results.ts";

/** npm run bench -- [--only gate,listing] [--quick] [--write] */
const QUESTIONS: Record<string, { title: string; ask: Question }> = {
  gate: { title: "The gate beside bare SQL", ask: askGate },
  listing: { title: "Lists", ask: askListing },
  live: { title: "Live events", ask: askLive },
  peer: { title: "Beside LangGraph", ask: askPeer },
  content: { title: "Edits of content", ask: askContent },
  chat: { title: "The chat", ask: askChat },
  stop: { title: "The emergency stop under load", ask: askStop },
  held: { title: "Decisions while calls are held", ask: askHeld },
  silence: { title: "A database that falls silent", ask: askSilence },
  audit: { title: "Verifying the audit log", ask: askAudit },
  embedded: { title: "The embedded database", ask: askEmbedded },
  tools: { title: "Thousands of tools", ask: askTools },
  starts: { title: "Starts on a busy machine", ask: askStarts },
};

const { values } = parseArgs({
  options: { only: { type: "string" }, quick: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const asked = values.only?.split(",") ?? Object.keys(QUESTIONS);
const unknown = asked.filter((name) => !(name in QUESTIONS));
if (unknown.length > 0) {
  console.error(`There is no question named ${unknown.join(", ")}; there are ${Object.keys(QUESTIONS).join(", ")}.`);
  process.exit(2);
}

const command = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
const postgres = await startPostgres({ fsync: true });
try {
  const machine = await describeMachine(postgres.url);
  console.log(`${machine.map(([name, value]) => `${name}: ${value}`).join("\n")}\n`);
  const all: Figure[] = [];
  for (const name of asked) {
    const { title, ask } = QUESTIONS[name]!;
    const say = ({ what, measured, beside }: Figure): void =>
      console.log(`  ${what}: ${measured}${beside ? `, ${beside}` : ""}`);
    console.log(`${name} …`);
    const figures = await ask({ serverUrl: postgres.url, quick: values.quick, say });
    all.push(...figures);
    if (values.write) await writeResults(title, command, machine, printTable(figures));
  }
  console.log(`\n${printTable(all)}`);
  const missed = all.filter(({ target }) => target && !target.met);
  console.log(missed.length === 0 ? "\nEvery target was met." : `\n${missed.length} targets were missed.`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
