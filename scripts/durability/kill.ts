import { report } from "./report.ts";
import { runRounds } from "./run-rounds.ts";

// npm run durability:kill [rounds]: kills a writing process at random moments; no acknowledged write may be missing.

const rounds = Number(process.argv[2] ?? 30);
report(await runRounds({ rounds, end: "kill", onRound: (line) => console.log(line) }), "kills");
