// Writes the sample catalogue that a server loads into an empty store, in the format of `countersign content import`.
import { writeFile } from "node:fs/promises";
import { sampleCatalogue } from "./sample-catalogue.ts";

const target = new URL("../../packages/server/samples/catalogue.json", import.meta.url);
await writeFile(target, `${JSON.stringify(sampleCatalogue())}\n`);
