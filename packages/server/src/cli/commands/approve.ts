import { readQuestion, type Action } from "@countersign/protocol";
import type { Command } from "commander";
import { approveAction, checkMayDecide, type ApprovalFlags } from "../approve-action.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { createCallServer } from "../call-server.ts";
import { CliFault, EXIT } from "../exit.ts";
import { findAction } from "../find-action.ts";
import { openReading, TOKEN_VARIABLE } from "../person-access.ts";
import { readEdits } from "../read-edits.ts";
import { shortId } from "../render-list.ts";
import { checkPending } from "../check-pending.ts";

interface ApproveFlags extends ApprovalFlags {
  edit: string[];
  edits?: string;
  digest?: string;
}

const MIN_DIGEST = 8;

export function addApprove(program: Command, context: CommandContext): void {
  program
    .command("approve <id>")
    .description("show an action and approve exactly what was shown")
    .option(
      "--edit <key=json>",
      "change one field of the input first; repeatable",
      (pair: string, pairs: string[]) => [...pairs, pair],
      [],
    )
    .option("--edits <file>", "change fields of the input with a JSON object from a file")
    .option("--comment <text>", "comment, kept in the audit log")
    .option("--digest <hex>", `refuse unless the action's digest starts with these characters (at least ${MIN_DIGEST})`)
    .option("--full", "also show unchanged lines")
    .option("--yes", `skip the confirmation; needs a token in ${TOKEN_VARIABLE} that was created for unattended decisions`)
    .addOption(dataOption())
    .action(async (id: string, flags: ApproveFlags) => {
      checkMayDecide(context, flags, "approved");
      const userEdits = await readEdits(flags.edits, flags.edit);
      const reading = await openReading(context, flags.data);
      const callServer = createCallServer(reading);
      const found = await findAction(callServer, id);
      checkPending(found);
      checkDigest(found, flags.digest);
      // Somebody may have answered already, where several people have to agree.
      if (found.isQuestion && userEdits === undefined && !readQuestion(found.effectiveInput)?.answer) {
        const hint = `Use \`countersign answer ${shortId(found.id)}\`.`;
        throw new CliFault(EXIT.usage, "This is a question. Answer it instead of approving it.", hint);
      }
      const asked = { reading, callServer, userEdits, question: "Approve exactly this?", done: "approved" };
      await approveAction(context, flags, found, asked);
    });
}

function checkDigest(action: Action, digest: string | undefined): void {
  if (digest === undefined) return;
  if (!/^[0-9a-f]+$/i.test(digest) || digest.length < MIN_DIGEST) {
    throw new CliFault(EXIT.usage, `--digest takes at least ${MIN_DIGEST} hexadecimal characters.`);
  }
  if (!action.digest.startsWith(digest.toLowerCase())) {
    throw new CliFault(
      EXIT.refused,
      "The action does not have this digest. Nothing was approved.",
      "Review it again with `countersign show`.",
    );
  }
}
