// Starts the sample site; sends its URL and keys to the parent process, or prints them as JSON. Exits with its parent.
import { openSite, type SiteKeys } from "./open-site.ts";

const site = await openSite({ databaseUrl: process.env["PAYLOAD_DATABASE_URL"] });
const { url, apiKey, readerKey } = site;
const keys: SiteKeys = { url, apiKey, readerKey };
if (process.send) process.send(keys);
else console.log(JSON.stringify(keys));

let isEnding = false;
function end(): void {
  if (isEnding) return;
  isEnding = true;
  void site.close().finally(() => process.exit(0));
}
process.once("SIGINT", end);
process.once("SIGTERM", end);
process.once("disconnect", end);
