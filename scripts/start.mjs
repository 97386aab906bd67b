// npm start [-- options of `countersign start`]
import "./lib/check-node.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";

await install()
  .then(() => buildWhenStale())
  .catch(fail);

// Whoever starts a clone on their own machine may run programs there; behind another address the server refuses it anyway.
process.env["COUNTERSIGN_INBOX_IMPORT"] ??= "local";

// In this process, so that signals reach the server directly and its exit code is that of the command.
const bin = join(root, "packages/server/dist/cli/bin.js");
// A `--data` among the given options comes later and takes precedence.
process.argv = [process.execPath, bin, "start", "--data", join(root, ".data"), ...process.argv.slice(2)];
await import(pathToFileURL(bin).href);
