import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { configOption, dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { agentFilePath } from "../agent-file.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import type { StartedServer } from "../server-port.ts";
import { untilStopped } from "../until-stopped.ts";

interface StartFlags {
  data: string;
  database?: string;
  config?: string;
  host?: string;
  port?: number;
  json?: true;
}

export function addStart(program: Command, context: CommandContext): void {
  const { terminal, startServer } = context;
  program
    .command("start")
    .description("run the server until Ctrl-C")
    .addOption(dataOption())
    .addOption(databaseOption())
    .addOption(configOption())
    .option("--host <address>", "address to listen on (default: this machine only)")
    .option("--port <number>", "port to listen on", readPort)
    .option("--json", "when ready, print the content of agent.json as one line, and nothing else")
    .action(async ({ data, database, config, host, port, json }: StartFlags) => {
      const dataFolder = resolve(data);
      const isFirstStart = !existsSync(agentFilePath(dataFolder));
      const server = await startServer({
        dataFolder,
        ...(database !== undefined && { databaseUrl: database }),
        ...(config !== undefined && { configFile: config }),
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
      }).catch((error: unknown) => {
        throw startFault(error, port);
      });
      const stopped = untilStopped();
      // Output that is not a terminal may be stored, in a log or by the parent program, so it must not contain the link or key.
      const isKept = json === true || terminal.columns === null;
      const linkPath = isKept && server.signInUrl !== null ? await server.keepSignInLink() : null;
      terminal.write(
        json
          ? `${JSON.stringify(server.credentials)}\n`
          : describeStart(context, server, { dataFolder, linkPath, showKey: isFirstStart && !isKept }),
      );
      await stopped;
      if (!json) terminal.write("Stopping after running work is finished. Press Ctrl-C again to stop at once.\n");
      await server.close();
    });
}

interface Shown {
  dataFolder: string;
  /** Path of the sign-in link's file; null if the link may be printed. */
  linkPath: string | null;
  showKey: boolean;
}

function describeStart({ paint }: CommandContext, server: StartedServer, { dataFolder, linkPath, showKey }: Shown): string {
  const { url, mcpUrl, agentKey } = server.credentials;
  const signIn = linkPath === null ? server.signInUrl : `with the link in ${linkPath}`;
  const address = url.replace(/\/+$/, "");
  const lines = [
    ["Inbox", `${address}/`],
    ...(signIn === null ? [] : [["Sign in", `${signIn}  (works once)`]]),
    ["Guide", `${address}/docs/guide/`],
    ["API", `${address}/api  (described at ${address}/docs)`],
    ["MCP", mcpUrl],
    ["Agent key", describeAgentKey(agentKey, agentFilePath(dataFolder), showKey)],
    ["Try it", `${ownName(process.argv[1] ?? "")} demo --data ${dataFolder}`],
  ].map(([name = "", text = ""]) => `  ${paint.bold(name.padEnd(10))} ${renderForTerminal(text, { form: "line" })}`);
  return `Countersign is running. Ctrl-C stops it.\n\n${lines.join("\n")}\n\n`;
}

/** Returns the command under which this program was called: its installed name, or the script's path in a clone. */
const ownName = (script: string): string =>
  basename(script).startsWith("bin.") ? `node ${relative(process.cwd(), script)}` : "countersign";

function describeAgentKey(agentKey: string, path: string, showKey: boolean): string {
  if (agentKey === "")
    return "not in this data folder: the database was first used with another one. Create a key in the inbox.";
  return showKey ? `${agentKey}  (also in ${path})` : `in ${path}`;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("Must be a number from 0 to 65535; 0 chooses a free port.");
  return port;
}

/** Converts startup errors that a person can fix: port or folder in use, database unreachable, bad setting. */
function startFault(error: unknown, port: number | undefined): CliFault {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  if (code === "EADDRINUSE") {
    return new CliFault(
      EXIT.refused,
      `The port${port === undefined ? "" : ` ${port}`} is in use by another program.`,
      "Choose another one with --port.",
    );
  }
  return new CliFault(
    EXIT.refused,
    `The server did not start: ${renderForTerminal(message, { form: "block" })}`,
    "Run `countersign doctor` to find the cause.",
  );
}
