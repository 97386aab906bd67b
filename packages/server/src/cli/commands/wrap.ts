import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { RegisteredCommand, RegisterOptions } from "../../client-import/register-command.ts";
import { ConfigFault, DEFAULT_DATA_FOLDER } from "../../config.ts";
import { readAgentFile } from "../agent-file.ts";
import { findProgram } from "../../find-program.ts";
import { agentKeyOption, configOption, dataOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { listServedTools } from "../list-served-tools.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { serveStdio, tellOn, type BridgeTarget } from "../serve-stdio.ts";

interface WrapFlags {
  data: string;
  config?: string;
  name?: string;
  env?: string[];
  trust?: true;
  key?: string;
}

/** Below the 30 s after which clients give up on a server that does not answer. */
const WAIT_MS = 25_000;
const LOOK_MS = 250;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Registers the command and does not run it: a program that runs beside the agent could be started by it without this one.
 * Standard output must contain protocol messages only.
 */
export function addWrap(program: Command, context: CommandContext): void {
  program
    .command("wrap")
    .description("gate an MCP server's command; a client starts this program instead of the server")
    .usage("[options] -- <command> [args...]")
    .argument("<command>", "the program that the client would start")
    .argument("[args...]", "its arguments")
    .option("--name <name>", "name of the server in Countersign (default: from the command)")
    .option("--env <name>", "an environment variable to pass to the server; repeatable", collect)
    .option("--trust", "trust the server: tools that it declares read-only run without approval")
    .addOption(agentKeyOption())
    .addOption(configOption())
    .addOption(dataOption())
    .action((command: string, args: string[], flags: WrapFlags) =>
      serveStdio(context.terminal, (gone) => wrap(context, [command, ...args], flags, gone)),
    );
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

async function wrap(
  { terminal, settings }: CommandContext,
  [command = "", ...args]: string[],
  flags: WrapFlags,
  gone: AbortSignal,
): Promise<BridgeTarget> {
  const tell = tellOn(terminal);
  const own = settings.env ?? {};
  const env = readVariables(flags.env ?? [], own);
  const folder = process.cwd();
  if (findProgram(command, folder, own["PATH"] ?? "") === undefined)
    throw new CliFault(EXIT.usage, line(`The program ${command} was not found (in ${folder}). Nothing was written.`));
  const { mcpUrl, agentKey } = await readAgentFile(flags.data);
  const key = flags.key === undefined || flags.key === "" ? agentKey : flags.key;
  if (key === "") throw new CliFault(EXIT.usage, "No agent key was found. Nothing was written.", "Set COUNTERSIGN_AGENT_KEY.");
  const targetOf = (name: string): BridgeTarget => ({ url: `${mcpUrl.replace(/\/+$/, "")}/s/${name}`, key });
  const isServed = async (name: string): Promise<boolean> => (await listServedTools(targetOf(name))).length > 0;
  // Nothing is written for a client that could not use it.
  await listServedTools({ url: mcpUrl, key });
  const registered = await register({
    command,
    args,
    env,
    folder,
    name: flags.name,
    trust: flags.trust ? "trusted" : "untrusted",
    dataFolder: flags.data,
    defaultFolder: DEFAULT_DATA_FOLDER,
    configFile: flags.config,
    ownUrl: mcpUrl,
    isServed,
  });
  tellRegistered(registered, flags, tell);
  if (registered.isEnabled)
    await awaitTools(registered, targetOf(registered.name), { tell, gone, inbox: new URL("/admin/upstreams", mcpUrl).href });
  return targetOf(registered.name);
}

function readVariables(names: readonly string[], own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      if (!NAME.test(name))
        throw new CliFault(
          EXIT.usage,
          "--env takes the name of an environment variable. Nothing was written.",
          "Set its value in `env` of the client's settings, where other programs cannot see it.",
        );
      const value = own[name];
      if (value === undefined)
        throw new CliFault(EXIT.usage, `${name} is not set. Nothing was written.`, "Set it in `env` of the client's settings.");
      return [name, value];
    }),
  );
}

async function register(options: RegisterOptions): Promise<RegisteredCommand> {
  const { ImportFault } = await import("../../client-import/import-fault.ts");
  const { registerCommand } = await import("../../client-import/register-command.ts");
  return registerCommand(options).catch((error: unknown) => {
    if (error instanceof CliFault) throw error;
    if (error instanceof ImportFault)
      throw new CliFault(EXIT.usage, `${line(error.message)} Nothing was written.`, error.hint && line(error.hint));
    if (error instanceof ConfigFault) throw new CliFault(EXIT.usage, line(error.message));
    const { code, message, path = "countersign.yaml" } = error as NodeJS.ErrnoException;
    throw new CliFault(
      EXIT.refused,
      line(`${path} could not be written (${code ?? message}). Nothing was changed.`),
      "Run the client as a user who can write countersign.yaml, or run `countersign import` as such a user.",
    );
  });
}

function tellRegistered(
  { name, shown, configFile, isPresent, isEnabled, trust, takenName }: RegisteredCommand,
  flags: WrapFlags,
  tell: (words: string) => void,
): void {
  if (isPresent) tell(`${name} is already in ${configFile}: ${shown}. Nothing was written.`);
  else tell(`Wrote ${name} to ${configFile}: ${shown}. Countersign starts this server, not this program.`);
  if (takenName !== undefined)
    tell(`${takenName} is a server with another command, folder or variables, so this one is named ${name}.`);
  if (!isEnabled) tell(`${name} is disabled there, so it has no tools.`);
  if (flags.trust && trust === "untrusted") tell(`${name} stays untrusted; change \`trust\` in ${configFile}.`);
}

interface Waiting {
  tell: (words: string) => void;
  gone: AbortSignal;
  inbox: string;
}

/** A client may read its tools once only, so it is answered when they are there, or cannot be waited for any longer. */
async function awaitTools(
  { name, configFile }: RegisteredCommand,
  target: BridgeTarget,
  { tell, gone, inbox }: Waiting,
): Promise<void> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until && !gone.aborted; await sleep(LOOK_MS)) {
    const count = (await listServedTools(target)).length;
    if (count > 0) return tell(`${name} has ${count} tools in Countersign.`);
  }
  if (gone.aborted) return;
  tell(
    `${name} has no tools yet. Check its status at ${inbox}, that the server reads ${configFile}, and that this key has access to its tools. The client is notified when they appear.`,
  );
}

const line = (text: string): string => renderForTerminal(text, { form: "line" });
