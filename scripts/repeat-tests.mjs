// npm run test:repeat [-- RUNS [BUSY]]: repeats `npm test` RUNS times (10) beside BUSY processes (2) that each occupy a core
import "./lib/check-node.mjs";
import { spawn } from "node:child_process";
import { fail } from "./lib/fail.mjs";
import { npm } from "./lib/run.mjs";

const [runs = 10, busy = 2] = process.argv.slice(2).map(Number);

async function repeat() {
  if (![runs, busy].every((count) => Number.isInteger(count) && count >= 0))
    throw new Error("usage: npm run test:repeat [-- RUNS [BUSY]], both whole numbers");
  const others = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  const ends = [];
  try {
    for (let n = 1; n <= runs; n += 1) {
      const began = Date.now();
      const { code, text } = await npm(["test", "--silent"], { heard: true });
      const counted = /^\d+ passed, \d+ failed$/m.exec(text)?.[0] ?? `ended with code ${code}`;
      ends.push({ code, words: `run ${n}: ${counted}, ${Math.round((Date.now() - began) / 1000)} s` });
      console.log(`\n── ${ends.at(-1).words}`);
    }
  } finally {
    for (const other of others) other.kill("SIGKILL");
  }
  console.log(`\n── ${runs} runs of npm test beside ${busy} busy processes`);
  for (const { words } of ends) console.log(words);
  process.exitCode = ends.every(({ code }) => code === 0) ? 0 : 1;
}

await repeat().catch(fail);
