import { timelineEntrySchema } from "@countersign/protocol";
import type { Command } from "commander";
import { z } from "zod";
import { dataOption, type CommandContext } from "../command-context.ts";
import { actionPath, findAction } from "../find-action.ts";
import { callReading } from "../person-access.ts";
import { renderAction } from "../render-action.ts";
import { renderTimeline } from "../render-timeline.ts";
import { stringifyForTerminal } from "../stringify-for-terminal.ts";

interface ShowFlags {
  data: string;
  full?: boolean;
  json?: true;
}

export function addShow(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  program
    .command("show <id>")
    .description("show one action: facts, input, changes, comments, timeline")
    .option("--full", "also show unchanged lines")
    .option("--json", "print the action as JSON")
    .addOption(dataOption())
    .action(async (id: string, { data, full = false, json }: ShowFlags) => {
      const callServer = await callReading(context, data);
      const action = await findAction(callServer, id);
      if (json) return terminal.write(`${stringifyForTerminal(action, 2)}\n`);
      const timeline = await callServer(z.object({ items: z.array(timelineEntrySchema) }), {
        path: `${actionPath(action.id)}/events`,
      });
      const options = { paint, columns: terminal.columns, full };
      terminal.write(`${renderAction(action, options)}\n\n${renderTimeline(timeline.items, options)}\n`);
    });
}
