import { actionCommentSchema, type CommentRequest } from "@countersign/protocol";
import type { Command } from "commander";
import { createCallServer } from "../call-server.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { actionPath, findAction } from "../find-action.ts";
import { openReading, withChanging } from "../person-access.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { shortId } from "../render-list.ts";

interface CommentFlags {
  data: string;
  askAgent?: true;
}

export function addComment(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  program
    .command("comment <id> <text>")
    .description("comment on an action, for everybody who can read the action; a comment does not approve or reject")
    .option("--ask-agent", "also send the comment to the agent that proposed the action, which can reply once")
    .addOption(dataOption())
    .action(async (id: string, text: string, { data, askAgent }: CommentFlags) => {
      const reading = await openReading(context, data);
      const action = await findAction(createCallServer(reading), id);
      const body: CommentRequest = { text, ...(askAgent && { forAgent: true }) };
      const call = { method: "POST", path: `${actionPath(action.id)}/comments`, body } as const;
      await withChanging(context, data, (callServer) => callServer(actionCommentSchema, call), reading);
      const title = renderForTerminal(action.preview.title, { form: "line" });
      terminal.write(`${shortId(action.id)} ${paint.green(askAgent ? "asked about" : "commented on")}: ${title}\n`);
    });
}
