// npm run build [-- --force]
import "./lib/check-node.mjs";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";

await install()
  .then(() => buildWhenStale({ force: process.argv.includes("--force") }))
  .catch(fail);
