import { ACTION_STATUSES, actionPageSchema } from "@countersign/protocol";
import type { Command } from "commander";
import { dataOption, type CommandContext } from "../command-context.ts";
import { callReading } from "../person-access.ts";
import { MAX_LIMIT, readLimit } from "../read-limit.ts";
import { renderList } from "../render-list.ts";
import { stringifyForTerminal } from "../stringify-for-terminal.ts";

interface ListFlags {
  data: string;
  status: string;
  tool?: string;
  limit: number;
  json?: true;
}

export function addList(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  program
    .command("list")
    .description("list actions, newest first")
    .option("--status <list>", `one or several of ${ACTION_STATUSES.join(", ")}, separated by commas; or all`, "pending")
    .option("--tool <name>", "only this tool")
    .option("--limit <number>", `maximum number, at most ${MAX_LIMIT}`, readLimit, 50)
    .option("--json", "print the server's answer as JSON")
    .addOption(dataOption())
    .action(async ({ data, status, tool, limit, json }: ListFlags) => {
      const callServer = await callReading(context, data);
      const query = new URLSearchParams({
        limit: String(limit),
        ...(status !== "all" && { status }),
        ...(tool !== undefined && { toolName: tool }),
      });
      const page = await callServer(actionPageSchema, { path: `/api/pending-actions?${query.toString()}` });
      if (json) return terminal.write(`${stringifyForTerminal(page, 2)}\n`);
      if (page.items.length === 0)
        return terminal.write(status === "pending" ? "No action is waiting for a decision.\n" : "No actions found.\n");
      terminal.write(`${renderList(page.items, { paint, columns: terminal.columns, now: Date.now() })}\n`);
      if (page.nextCursor !== null) terminal.writeError(`Only the newest ${page.items.length} are shown.\n`);
    });
}
