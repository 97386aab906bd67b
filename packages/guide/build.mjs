// node packages/guide/build.mjs <folder>: builds the guide into a folder that does not exist yet
import { buildGuide } from "./src/build-guide.mjs";

await buildGuide(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
