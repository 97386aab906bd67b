import { resolve } from "node:path";
import type { Command } from "commander";
import { dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

interface ResetLinkFlags {
  data: string;
  database?: string;
}

/** Whoever can open the database can let somebody back in; no role in a workspace is enough. */
export function addResetLink(program: Command, { terminal }: CommandContext): void {
  program
    .command("reset-link <e-mail>")
    .description("create a link for a person who forgot their password; with the embedded database the server must be stopped")
    .addOption(dataOption())
    .addOption(databaseOption())
    .action(async (address: string, { data, database }: ResetLinkFlags) => {
      const { makeResetLink } = await import("../../maintenance.ts");
      const place = { dataFolder: resolve(data), ...(database !== undefined && { databaseUrl: database }) };
      const made = await makeResetLink(place, address).catch((error: unknown) => {
        const words = error instanceof Error ? error.message : String(error);
        throw new CliFault(EXIT.refused, renderForTerminal(words, { form: "block" }));
      });
      if (!made.ok) throw new CliFault(EXIT.refused, renderForTerminal(made.refusal.detail, { form: "block" }));
      const { email, resetUrl } = made.value;
      terminal.write(
        `Password reset link for ${renderForTerminal(email, { form: "line" })}, single use, valid for one hour:\n  ${resetUrl}\n`,
      );
    });
}
