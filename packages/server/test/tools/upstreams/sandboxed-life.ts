import { writeFile } from "node:fs/promises";
import { makePlaces, nosy, runIn } from "./sandbox-support.ts";
import { online, specOf } from "./support.ts";

// A process with one upstream in a sandbox, to be killed. Arguments: a file to write when the upstream answers, and one by which its
// program shows that it lives.
const [, , started = "", marks = ""] = process.argv;
const { work, sandbox } = await makePlaces();
const { upstream } = await online(specOf(nosy(work, [marks])), sandbox);
await runIn(upstream, "true");
await writeFile(started, "started");
setInterval(() => {}, 1000);
