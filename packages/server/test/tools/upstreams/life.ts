import { ODD_SERVER, online, runNode, specOf } from "./support.ts";

// A process with one upstream, to be killed. The upstream's program ignores the end of its input and SIGTERM.
await online(specOf(runNode(ODD_SERVER, "stubborn", process.argv[2] ?? "")));
setInterval(() => {}, 1000);
