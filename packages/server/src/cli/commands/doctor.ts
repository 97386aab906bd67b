import { resolve } from "node:path";
import type { Command } from "commander";
import { dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { checkAll } from "../doctor-checks.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

export function addDoctor(program: Command, { terminal, paint }: CommandContext): void {
  program
    .command("doctor")
    .description("diagnose problems that prevent this machine from running or reaching the server; changes nothing")
    .addOption(dataOption())
    .addOption(databaseOption())
    .action(async ({ data, database }: { data: string; database?: string }) => {
      const findings = await checkAll(resolve(data), database);
      for (const { name, detail, fix } of findings) {
        const state = fix === undefined ? paint.green("ok   ") : paint.red("fault");
        const line = (text: string): string => renderForTerminal(text, { form: "line" });
        terminal.write(
          `${state} ${name.padEnd(12)} ${line(detail)}\n${fix === undefined ? "" : `${" ".repeat(19)}${line(fix)}\n`}`,
        );
      }
      const faults = findings.filter(({ fix }) => fix !== undefined).length;
      if (faults > 0) throw new CliFault(EXIT.refused, `${faults} ${faults === 1 ? "fault" : "faults"}.`);
    });
}
