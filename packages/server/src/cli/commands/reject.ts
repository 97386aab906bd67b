import { actionSchema } from "@countersign/protocol";
import type { Command } from "commander";
import { checkPending } from "../check-pending.ts";
import { callServerOf, dataOption, type CommandContext } from "../command-context.ts";
import { actionPath, findAction } from "../find-action.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { shortId } from "../render-list.ts";

export function addReject(program: Command, { terminal, paint }: CommandContext): void {
  program
    .command("reject <id>")
    .description("reject an action; the agent is told the reason")
    .option("--reason <text>", "why, for the agent and the record")
    .addOption(dataOption())
    .action(async (id: string, { data, reason }: { data: string; reason?: string }) => {
      const callServer = await callServerOf(data);
      const action = await findAction(callServer, id);
      checkPending(action);
      const body = { digest: action.digest, ...(reason !== undefined && { reason }) };
      const rejected = await callServer(actionSchema, { method: "POST", path: `${actionPath(action.id)}/reject`, body });
      const title = renderForTerminal(rejected.preview.title, { form: "line" });
      terminal.write(`${shortId(rejected.id)} ${paint.red("rejected")}: ${title}\n`);
    });
}
