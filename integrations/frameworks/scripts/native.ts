// Runs the attacks of the hostile suite against each framework's own approval; writes the findings as JSON to the given file.
import { writeFileSync } from "node:fs";
import { ATTACKS, type Finding } from "../src/attack-native.ts";
import { NATIVES } from "../src/native.ts";

const MAX_MS = 20_000;
const findings: Record<string, Record<string, Finding>> = {};
// Promises left over from an attack may reject later; that is part of the measured behaviour.
process.on("unhandledRejection", () => {});
for (const [name, native] of Object.entries(NATIVES)) {
  findings[name] = {};
  for (const [attack, run] of Object.entries(ATTACKS)) {
    const late = new Promise<Finding>((resolve) => setTimeout(resolve, MAX_MS, { held: false, words: "hangs" }).unref());
    const failed = (error: unknown): Finding => ({
      held: false,
      words: `fails: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`,
    });
    findings[name][attack] = await Promise.race([run(native).catch(failed), late]);
  }
}
writeFileSync(process.argv[2]!, `${JSON.stringify(findings, null, 2)}\n`);
// Exit explicitly: handles left open by an attack would keep the process alive.
process.exit(0);
