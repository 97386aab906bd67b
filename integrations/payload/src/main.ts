// Starts the sample site until it is ended; prints where it is and the keys to it as one line of JSON.
import { startPayload } from "./start-payload.ts";

const site = await startPayload();
const { url, apiKey, readerKey } = site;
console.log(JSON.stringify({ url, apiKey, readerKey }));
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void site.close().then(() => process.exit(0));
  });
