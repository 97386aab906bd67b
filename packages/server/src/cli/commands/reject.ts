import { actionSchema } from "@countersign/protocol";
import type { Command } from "commander";
import { createCallServer } from "../call-server.ts";
import { checkPending } from "../check-pending.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { actionPath, findAction } from "../find-action.ts";
import { openReading, withChanging } from "../person-access.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { shortId } from "../render-list.ts";

export function addReject(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  program
    .command("reject <id>")
    .description("reject an action; the agent receives the reason")
    .option("--reason <text>", "reason, for the agent and the audit log")
    .addOption(dataOption())
    .action(async (id: string, { data, reason }: { data: string; reason?: string }) => {
      const reading = await openReading(context, data);
      const action = await findAction(createCallServer(reading), id);
      checkPending(action);
      const body = { digest: action.digest, ...(reason !== undefined && { reason }) };
      const call = { method: "POST", path: `${actionPath(action.id)}/reject`, body } as const;
      const rejected = await withChanging(context, data, (callServer) => callServer(actionSchema, call), reading);
      const title = renderForTerminal(rejected.preview.title, { form: "line" });
      terminal.write(`${shortId(rejected.id)} ${paint.red("rejected")}: ${title}\n`);
    });
}
