import { resolve } from "node:path";
import type { Command } from "commander";
import { dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

interface SecretsFlags {
  data: string;
  database?: string;
}

export function addSecrets(program: Command, { terminal }: CommandContext): void {
  const secrets = program.command("secrets").description("manage the encryption keys of stored credentials");

  secrets
    .command("rotate")
    .description(
      "encrypt all stored credentials with the first key of COUNTERSIGN_SECRET_KEY, or with a new one in secret.key; with the embedded database the server must be stopped",
    )
    .addOption(dataOption())
    .addOption(databaseOption())
    .action(async (flags: SecretsFlags) => {
      const done = await change(flags, { rotate: true });
      if (!("resealed" in done)) return;
      const { resealed, keyId, madeKey } = done;
      const what =
        resealed === 1
          ? "The credentials of 1 connection or upstream are"
          : `The credentials of ${resealed} connections and upstreams are`;
      const next = madeKey
        ? "The old key was removed from secret.key. Keep a copy of the new key apart from the database, then start the server."
        : "Remove the older keys once every server process has been restarted with the new one.";
      terminal.write(`${what} encrypted with key ${keyId}. ${next}\n`);
    });

  secrets
    .command("forget <key>")
    .description("delete credentials whose key is permanently lost; they must be entered again")
    .addOption(dataOption())
    .addOption(databaseOption())
    .action(async (key: string, flags: SecretsFlags) => {
      const done = await change(flags, { forget: key });
      if (!("forgotten" in done)) return;
      if (done.forgotten === 0) throw new CliFault(EXIT.refused, "No stored credentials use this key. Nothing was changed.");
      const what = done.forgotten === 1 ? "1 connection or upstream has" : `${done.forgotten} connections and upstreams have`;
      terminal.write(`${what} no credentials any more. Enter them again under Settings, in Services and MCP servers.\n`);
    });
}

async function change({ data, database }: SecretsFlags, asked: { rotate: true } | { forget: string }) {
  const { changeSecrets } = await import("../../maintenance.ts");
  const options = { dataFolder: resolve(data), ...(database !== undefined && { databaseUrl: database }) };
  return changeSecrets(options, asked).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    throw new CliFault(
      EXIT.refused,
      renderForTerminal(words, { form: "block" }),
      "No partial changes remain. Run the command again.",
    );
  });
}
