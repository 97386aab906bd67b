// Process that renders one template and ends: reports that it is ready, reads a job, writes the answer.
import { runInThisContext } from "node:vm";
import { answer } from "./answer.mjs";
import { giveUpThePlatform } from "./give-up-the-platform.mjs";

const { stdin, stdout } = process;
const end = process.exit.bind(process);

async function read(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

giveUpThePlatform();
stdout.write("ready\n");
const { selfMilliseconds, ...job } = await read(stdin);
let given;
globalThis.task = () => {
  given = answer(job);
};
try {
  // The server kills this process after its time limit; this timeout is for when the server is gone.
  runInThisContext("task()", { timeout: selfMilliseconds });
} catch {
  end(1);
}
stdout.write(`${JSON.stringify(given)}\n`, () => end(0));
