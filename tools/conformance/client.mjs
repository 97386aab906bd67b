// npm run conformance:client: the published client suite over our connection to upstreams
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/lib/install.mjs";

await install(fileURLToPath(new URL(".", import.meta.url)));
const { runClientSuites } = await import("./client-suite.mjs");

const wanted = process.argv.slice(2);
process.exitCode = (await runClientSuites(wanted.length > 0 ? wanted : undefined)) ? 0 : 1;
