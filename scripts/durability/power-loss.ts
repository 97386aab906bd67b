import { report } from "./report.ts";
import { runRounds } from "./run-rounds.ts";

// npm run durability:powerloss [rounds]: kills the process and keeps only synced data, as in a power failure.
// The last rounds run without fsync and must lose data: a test that cannot fail proves nothing.

const rounds = Number(process.argv[2] ?? 24);
const onRound = (line: string): void => console.log(line);
report(await runRounds({ rounds, end: "power", onRound }), "power cuts");

console.log("the same with fsync off, as PGlite comes; every round has to lose something:");
const stock = await runRounds({ rounds: 3, end: "power", fsync: false, roundsPerFolder: 1, onRound });
if (stock.faults.length < stock.rounds) {
  console.error("a power cut without fsync lost nothing: the simulation does not work");
  process.exitCode = 1;
}
