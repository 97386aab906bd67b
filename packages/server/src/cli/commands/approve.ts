import { actionSchema, type Action } from "@countersign/protocol";
import type { Command } from "commander";
import { dataOption, type CommandContext } from "../command-context.ts";
import { createCallServer } from "../call-server.ts";
import { CliFault, EXIT } from "../exit.ts";
import { actionPath, findAction } from "../find-action.ts";
import { needsDecidingToken, openReading, TOKEN_VARIABLE, withChanging } from "../person-access.ts";
import { readEdits } from "../read-edits.ts";
import { renderAction } from "../render-action.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { shortId } from "../render-list.ts";
import { checkPending } from "../check-pending.ts";

interface ApproveFlags {
  data: string;
  edit: string[];
  edits?: string;
  comment?: string;
  digest?: string;
  full?: boolean;
  yes?: true;
}

const MIN_DIGEST = 8;

export function addApprove(program: Command, context: CommandContext): void {
  const { terminal, paint, settings } = context;
  program
    .command("approve <id>")
    .description("show an action and approve exactly what was shown")
    .option(
      "--edit <key=json>",
      "change one field of the input first; may be repeated",
      (pair: string, pairs: string[]) => [...pairs, pair],
      [],
    )
    .option("--edits <file>", "change fields of the input by a JSON object in a file")
    .option("--comment <text>", "stays on the record")
    .option("--digest <hex>", `refuse if the action is another than this, at least ${MIN_DIGEST} characters`)
    .option("--full", "show the lines that do not change too")
    .option("--yes", `do not ask; needs a token in ${TOKEN_VARIABLE} that was made to decide without a terminal`)
    .addOption(dataOption())
    .action(async (id: string, flags: ApproveFlags) => {
      const { data, comment, yes } = flags;
      if (!terminal.interactive && !yes) {
        throw new CliFault(
          EXIT.usage,
          "Nobody can be asked here, so nothing was approved.",
          `Say --yes to approve without being asked, with a token in ${TOKEN_VARIABLE} that an administrator made to decide without a terminal.`,
        );
      }
      if (yes && settings.token === undefined) throw needsDecidingToken();
      const userEdits = await readEdits(flags.edits, flags.edit);
      const reading = await openReading(context, data);
      const callServer = createCallServer(reading);
      const found = await findAction(callServer, id);
      checkPending(found);
      checkDigest(found, flags.digest);
      const path = actionPath(found.id);
      const shown =
        userEdits === undefined
          ? found
          : await callServer(actionSchema, { method: "POST", path: `${path}/preview`, body: { userEdits } });
      terminal.write(`${renderAction(shown, { paint, columns: terminal.columns, full: flags.full ?? false })}\n\n`);
      if (!yes && !/^y(es)?$/i.test((await terminal.ask("Approve exactly this? [y/N] ")).trim())) {
        throw new CliFault(EXIT.refused, "Not approved; the action still waits.");
      }
      // Digest of what was shown: the server refuses if the action has changed since.
      const body = {
        digest: shown.digest,
        ...(userEdits !== undefined && { userEdits }),
        ...(comment !== undefined && { comment }),
      };
      const call = { method: "POST", path: `${path}/approve`, body } as const;
      const approved = await withChanging(context, data, (changing) => changing(actionSchema, call), reading);
      if (approved.status === "pending") {
        const missing = renderForTerminal((approved.votes?.missing ?? []).join(" and "), { form: "line" });
        terminal.write(`${shortId(approved.id)} has your approval; still needed: ${missing}.\n`);
        return;
      }
      terminal.write(
        `${shortId(approved.id)} ${paint.green("approved")}; \`countersign show ${shortId(approved.id)}\` tells what became of it.\n`,
      );
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
      "The action is not the one with this digest; nothing was approved.",
      "Look at it again with `countersign show`.",
    );
  }
}
