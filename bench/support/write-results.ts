import { readFile, writeFile } from "node:fs/promises";
import type { Fact } from "./describe-machine.ts";

const RESULTS = new URL("../RESULTS.md", import.meta.url);
const HEAD =
  "# Results\n\nWritten by the commands named in it; how to read it: [docs/performance.md](../docs/performance.md).\n\n";

/** Replaces one bench's section of RESULTS.md, or appends it; other sections stay. */
export async function writeResults(title: string, command: string, facts: readonly Fact[], table: string): Promise<void> {
  const [, ...sections] = (await readFile(RESULTS, "utf8")).split(/^## /m);
  const all: Fact[] = [["command", `\`${command}\``], ["date", new Date().toISOString().slice(0, 10)], ...facts];
  const section = `${title}\n\n${all.map(([name, value]) => `- ${name}: ${value}`).join("\n")}\n\n${table}\n`;
  const at = sections.findIndex((text) => text.startsWith(`${title}\n`));
  const parts = at < 0 ? [...sections, section] : sections.with(at, section);
  await writeFile(RESULTS, HEAD + parts.map((text) => `## ${text.trimEnd()}\n`).join("\n"));
}
