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
  const secrets = program.command("secrets").description("keys of the credentials that connections and upstreams keep");

  secrets
    .command("rotate")
    .description(
      "seal all stored credentials with the first key of COUNTERSIGN_SECRET_KEY, or with a new one in secret.key; with the embedded database the server must be stopped",
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
        ? "The former key is out of secret.key; keep a copy of the new one apart from the database. Start the server again."
        : "Keys behind the first one are not needed any more once every server process has been started with the new one.";
      terminal.write(`${what} sealed with key ${keyId}. ${next}\n`);
    });

  secrets
    .command("forget <key>")
    .description("take away credentials whose key is lost for good; they have to be entered again")
    .addOption(dataOption())
    .addOption(databaseOption())
    .action(async (key: string, flags: SecretsFlags) => {
      const done = await change(flags, { forget: key });
      if (!("forgotten" in done)) return;
      if (done.forgotten === 0)
        throw new CliFault(EXIT.refused, "No stored credentials need a key of that name; nothing was changed.");
      const what = done.forgotten === 1 ? "1 connection or upstream has" : `${done.forgotten} connections and upstreams have`;
      terminal.write(`${what} no credentials now. Enter them again under Settings, in Services and MCP servers.\n`);
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
      "Nothing was left half done; it can be run again.",
    );
  });
}
