// node race.mjs <postgres-url> [trials]
//
// Two applications over one database resume the same waiting thread at the same moment, as two reviewers on two servers would.
// Prints one line of JSON: in how many trials the tool ran twice, once, never.
import { randomUUID } from "node:crypto";
import { openGate } from "./gate.mjs";

const [url, trialsText = "50"] = process.argv.slice(2);
const trials = Number(trialsText);
if (!url || !(trials > 0)) {
  console.error("node race.mjs <postgres-url> [trials]");
  process.exit(2);
}

const schema = `race_${randomUUID().slice(0, 8)}`;
const runs = new Map();
const runTool = async (_call, threadId) => {
  runs.set(threadId, (runs.get(threadId) ?? 0) + 1);
  return "done";
};
const first = await openGate(url, { shape: "agent", schema, connections: 4, runTool });
const second = await openGate(url, { shape: "agent", schema, connections: 4, runTool });

try {
  const count = { twice: 0, once: 0, never: 0 };
  let refused = 0;
  for (let n = 0; n < trials; n++) {
    const threadId = `${schema}-${n}`;
    await first.propose(threadId);
    const outcomes = await Promise.allSettled([first, second].map((gate) => gate.approve(threadId)));
    refused += outcomes.filter(({ status }) => status === "rejected").length;
    count[["never", "once", "twice"][runs.get(threadId) ?? 0]] += 1;
  }
  console.log(
    JSON.stringify({
      peer: "langgraph",
      trials,
      ranTwice: count.twice,
      ranOnce: count.once,
      neverRan: count.never,
      resumesRefused: refused,
    }),
  );
} finally {
  await first.dropSchema();
  await Promise.all([first.close(), second.close()]);
}
