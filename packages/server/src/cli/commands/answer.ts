import { ANSWER, readQuestion } from "@countersign/protocol";
import type { Command } from "commander";
import { approveAction, checkMayDecide, type ApprovalFlags } from "../approve-action.ts";
import { createCallServer } from "../call-server.ts";
import { checkPending } from "../check-pending.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { findAction } from "../find-action.ts";
import { openReading, TOKEN_VARIABLE } from "../person-access.ts";
import { askAnswer, readAnswer } from "../read-answer.ts";
import { renderAction } from "../render-action.ts";

export function addAnswer(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  program
    .command("answer <id> [text]")
    .description("show an agent's question and answer it")
    .option(
      "--set <field=value>",
      "one part of the answer; repeatable. Without --set, you are asked for each part",
      (pair: string, pairs: string[]) => [...pairs, pair],
      [],
    )
    .option("--comment <text>", "comment, kept in the audit log")
    .option("--yes", `skip the confirmation; needs a token in ${TOKEN_VARIABLE} that was created for unattended decisions`)
    .addOption(dataOption())
    .action(async (id: string, text: string | undefined, flags: ApprovalFlags & { set: string[] }) => {
      checkMayDecide(context, flags, "answered");
      const reading = await openReading(context, flags.data);
      const callServer = createCallServer(reading);
      const found = await findAction(callServer, id);
      checkPending(found);
      const question = found.isQuestion ? readQuestion(found.effectiveInput) : null;
      if (question === null)
        throw new CliFault(EXIT.usage, "This action is not a question. Use `countersign approve` or `countersign reject`.");
      let answer = readAnswer(question, text, flags.set);
      if (answer === undefined) {
        if (!terminal.interactive) throw new CliFault(EXIT.usage, "The answer is missing.", "Give it as text, or with --set.");
        terminal.write(`${renderAction(found, { paint, columns: terminal.columns })}\n\n`);
        answer = await askAnswer(question, terminal);
      }
      const userEdits = { [ANSWER]: answer };
      const asked = { reading, callServer, userEdits, question: "Send exactly this answer?", done: "answered" };
      await approveAction(context, flags, found, asked);
    });
}
