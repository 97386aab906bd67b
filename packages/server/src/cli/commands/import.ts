import type { Command } from "commander";
import type { PreparedImport } from "../../client-import/import-client.ts";
import { ConfigFault, DEFAULT_DATA_FOLDER } from "../../config.ts";
import { readAgentFile } from "../agent-file.ts";
import { configOption, dataOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

interface ImportFlags {
  data: string;
  config?: string;
  trust?: true;
  write?: true;
  yes?: true;
}

/**
 * Works on files and not over HTTP: a command that the server runs may be named only by somebody who can write its
 * configuration file, and by no role in the inbox.
 */
export function addImport(program: Command, context: CommandContext): void {
  program
    .command("import")
    .description("import the MCP servers in a client's settings (mcp.json, claude_desktop_config.json and the like)")
    .argument("<file>", "the client's settings")
    .option("--trust", "trust these servers: tools that they declare read-only run without approval")
    .option("--write", "also change the client's file and keep a copy; otherwise only print the change")
    .option("--yes", "skip the confirmation")
    .addOption(configOption())
    .addOption(dataOption())
    .action((file: string, flags: ImportFlags) => importServers(context, file, flags));
}

async function importServers({ terminal }: CommandContext, path: string, flags: ImportFlags): Promise<void> {
  const say = (text: string): void => terminal.write(`${text}\n`);
  const known = await readAgentFile(flags.data).catch(() => undefined);
  const prepared = await prepare(path, flags, known?.mcpUrl);
  tellPlan(prepared, say);
  const { gated, configFile } = prepared;
  if (gated.length === 0) return say("There are no servers to import.");
  if (gated.some(({ isPresent }) => !isPresent))
    say(`\nThe servers are written to ${line(configFile)}. A running Countersign server starts them at once.`);
  if (!known) say(`No server has used the data folder ${line(flags.data)} yet. Check that it is the right one.`);
  if (flags.write) say(`${line(path)} then starts Countersign instead of these servers.`);
  await confirm(flags, terminal);
  await prepared.writeConfig().catch((error: unknown) => refuse(configFile, error, "Nothing was changed."));
  if (flags.write) {
    const so = `${configFile} has the servers, but the client's file was not changed. Run this again, or change the client's file by hand.`;
    const copy = await prepared.writeClient().catch((error: unknown) => refuse(path, error, so));
    say(`The client's previous settings, including secrets, are in ${line(copy)}.`);
  }
  say("Done. A running server with this data folder connects them within seconds; otherwise run `countersign start`.");
  if (!flags.trust) say("Every call to their tools requires approval until an administrator has reviewed the tool.");
  if (flags.write) say("Restart the client.");
  else tellChange(path, prepared, say);
}

/** What to change in the client's file by hand. The rest of it is not printed, because it may hold secrets. */
function tellChange(path: string, { gated, outdated, added }: PreparedImport, say: (text: string) => void): void {
  say(
    `\nIn ${line(path)}, remove ${[...gated.map(({ from }) => from), ...outdated].map(line).join(", ")}, so that the client reaches them only through Countersign.`,
  );
  if (added) say(`Add instead:\n\n${block(`${JSON.stringify(added.name)}: ${JSON.stringify(added.entry, null, 2)}`)}`);
}

async function prepare(
  path: string,
  { data, config, trust }: ImportFlags,
  ownUrl: string | undefined,
): Promise<PreparedImport> {
  const { prepareImport, ImportFault } = await import("../../client-import/import-client.ts");
  const options = {
    path,
    dataFolder: data,
    defaultFolder: DEFAULT_DATA_FOLDER,
    configFile: config,
    trust: trust ? "trusted" : "untrusted",
    ownUrl,
  } as const;
  return prepareImport(options).catch((error: unknown) => {
    if (error instanceof ImportFault) throw new CliFault(EXIT.usage, line(error.message), error.hint);
    if (error instanceof ConfigFault) throw new CliFault(EXIT.usage, block(error.message));
    throw error;
  });
}

function refuse(path: string, error: unknown, what: string): never {
  const { code, message, path: failed = path } = error as NodeJS.ErrnoException;
  throw new CliFault(EXIT.refused, line(`${failed} could not be written (${code ?? message}). ${what}`));
}

function tellPlan({ gated, outdated, left, elsewhere }: PreparedImport, say: (text: string) => void): void {
  if (gated.length > 0) say("Imported into Countersign:");
  for (const { from, name, shown, isPresent } of gated)
    say(`  ${line(from)}${from === name ? "" : ` as ${line(name)}`}: ${line(shown)}${isPresent ? " (already there)" : ""}`);
  for (const from of outdated) say(`${line(from)} starts this Countersign server with another program; its entry is replaced.`);
  if (left.length > 0) say("Left unchanged and not imported:");
  for (const { from, why } of left) say(`  ${line(from)}: ${line(why)}`);
  if (elsewhere.length > 0) say(`Not read and not imported: ${elsewhere.map(line).join(", ")}`);
}

async function confirm({ yes }: ImportFlags, terminal: CommandContext["terminal"]): Promise<void> {
  if (yes) return;
  if (!terminal.interactive)
    throw new CliFault(EXIT.usage, "Nothing was changed: this terminal is not interactive.", "Add --yes.");
  if (!/^y(es)?$/i.test((await terminal.ask("Continue? [y/N] ")).trim()))
    throw new CliFault(EXIT.refused, "Nothing was changed.");
}

const line = (text: string): string => renderForTerminal(text, { form: "line" });
const block = (text: string): string => renderForTerminal(text.trimEnd(), { form: "block" });
