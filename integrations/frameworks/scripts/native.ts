// Every framework's own approval under the attacks of the hostile suite; writes the findings as JSON to the file it is given.
import { writeFileSync } from "node:fs";
import { ATTACKS, type Finding } from "../src/attack-native.ts";
import { NATIVES } from "../src/native.ts";

const MOST_MS = 20_000;
const findings: Record<string, Record<string, Finding>> = {};
// Promises that an attack leaves behind may fail later; they are part of what is measured.
process.on("unhandledRejection", () => {});
for (const [name, native] of Object.entries(NATIVES)) {
  findings[name] = {};
  for (const [attack, run] of Object.entries(ATTACKS)) {
    const late = new Promise<Finding>((resolve) => setTimeout(resolve, MOST_MS, { held: false, words: "hangs" }).unref());
    const failed = (error: unknown): Finding => ({
      held: false,
      words: `fails: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`,
    });
    findings[name][attack] = await Promise.race([run(native).catch(failed), late]);
  }
}
writeFileSync(process.argv[2]!, `${JSON.stringify(findings, null, 2)}\n`);
// What an attack left hanging would keep the process.
process.exit(0);
