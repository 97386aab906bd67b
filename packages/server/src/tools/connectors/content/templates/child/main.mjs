// The process that renders one template and ends. It says that it is ready, reads a job, writes its answer.
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
  // The server ends this process when its time is over. This is for when there is no server any more.
  runInThisContext("task()", { timeout: selfMilliseconds });
} catch {
  end(1);
}
stdout.write(`${JSON.stringify(given)}\n`, () => end(0));
