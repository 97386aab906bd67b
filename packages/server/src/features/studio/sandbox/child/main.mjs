// Process that runs one tool and ends: reports that it is ready, reads a job, sends requests for it, writes the answer.
import { createInterface } from "node:readline";
import { giveUpThePlatform } from "./give-up-the-platform.mjs";
import { prepare } from "./run-tool.mjs";

/** One more than the server keeps, so that it can tell that there were more. */
const MAX_LINES = 101;
const MAX_LOG = 2000;
/** The server kills this process after its time limit; this is for when the server is gone. */
const ORPHAN_MS = 5000;

const { stdin, stdout } = process;
const end = process.exit.bind(process);
const later = setTimeout;
const say = (line, done) => stdout.write(`${JSON.stringify(line)}\n`, done);

let asks = 0;
const asked = new Map();
const ask = (request) =>
  new Promise((resolve) => {
    asks += 1;
    asked.set(asks, resolve);
    say({ id: asks, ask: request });
  });
let lines = 0;
const log = (level, text) => {
  lines += 1;
  if (lines <= MAX_LINES) say({ log: level, text: text.slice(0, MAX_LOG) });
};

const run = await prepare(Number(process.argv[2]), { ask, log });
giveUpThePlatform();
createInterface({ input: stdin })
  .on("line", (text) => {
    const { job, id, answer } = JSON.parse(text);
    if (!job) return asked.get(id)?.(JSON.stringify(answer));
    later(() => end(1), job.milliseconds + ORPHAN_MS);
    void run(job).then((ended) => say({ ended }, () => end(0)));
  })
  .on("close", () => end(1));
say({ ready: true });
