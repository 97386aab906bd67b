import type { Command } from "commander";
import { agentKeyOption, dataOption, KEY_VARIABLE, type CommandContext } from "../command-context.ts";
import { readAgentFile } from "../agent-file.ts";
import { CliFault, EXIT } from "../exit.ts";
import { serveStdio } from "../serve-stdio.ts";

interface McpFlags {
  data: string;
  stdio?: true;
  url?: string;
  key?: string;
}

/** For MCP clients that can only start programs. Standard output must contain protocol messages only. */
export function addMcp(program: Command, { terminal }: CommandContext): void {
  program
    .command("mcp")
    .description("MCP server for a client that starts this program; forwards requests to the running server")
    .requiredOption("--stdio", "use standard input and output")
    .option("--url <address>", "the server's MCP address (default: from agent.json)")
    .addOption(agentKeyOption())
    .addOption(dataOption())
    .action(async ({ data, url, key: given }: McpFlags) => {
      const ownKey = given === "" ? undefined : given;
      const known = url !== undefined && ownKey !== undefined ? undefined : await readAgentFile(data);
      const key = ownKey ?? known?.agentKey ?? "";
      const address = readAddress(url ?? known?.mcpUrl ?? "");
      if (key === "") throw new CliFault(EXIT.usage, `No agent key was found.`, `Set ${KEY_VARIABLE}.`);
      await serveStdio(terminal, async () => ({ url: address, key }));
    });
}

function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CliFault(EXIT.usage, "--url must be an http or https address, such as http://127.0.0.1:7420/mcp.");
  }
  return text;
}
