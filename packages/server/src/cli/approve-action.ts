import { actionSchema, type Action, type JsonObject } from "@countersign/protocol";
import type { createCallServer } from "./call-server.ts";
import type { CommandContext } from "./command-context.ts";
import { CliFault, EXIT } from "./exit.ts";
import { actionPath } from "./find-action.ts";
import { needsDecidingToken, TOKEN_VARIABLE, withChanging, type openReading } from "./person-access.ts";
import { renderAction } from "./render-action.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import { shortId } from "./render-list.ts";

export interface ApprovalFlags {
  data: string;
  comment?: string;
  full?: boolean;
  yes?: true;
}

interface Asked {
  reading: Awaited<ReturnType<typeof openReading>>;
  callServer: ReturnType<typeof createCallServer>;
  /** Undefined if the action is approved as it is. */
  userEdits: JsonObject | undefined;
  /** Asked before it is sent. */
  question: string;
  /** What is done, as in `nothing was approved`. */
  done: string;
}

/** Refuses to go on where nobody can be asked, unless a token was created for unattended decisions. */
export function checkMayDecide({ terminal, settings }: CommandContext, { yes }: ApprovalFlags, done: string): void {
  if (!terminal.interactive && !yes) {
    throw new CliFault(
      EXIT.usage,
      `This terminal is not interactive, so nothing was ${done}.`,
      `Use --yes with a token in ${TOKEN_VARIABLE} that an administrator created for unattended decisions.`,
    );
  }
  if (yes && settings.token === undefined) throw needsDecidingToken();
}

/** Shows the action with the edits, asks, and approves exactly what was shown. */
export async function approveAction(
  context: CommandContext,
  { data, comment, full = false, yes }: ApprovalFlags,
  found: Action,
  { reading, callServer, userEdits, question, done }: Asked,
): Promise<void> {
  const { terminal, paint } = context;
  const path = actionPath(found.id);
  const shown =
    userEdits === undefined
      ? found
      : await callServer(actionSchema, { method: "POST", path: `${path}/preview`, body: { userEdits } });
  terminal.write(`${renderAction(shown, { paint, columns: terminal.columns, full })}\n\n`);
  if (!yes && !/^y(es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim())) {
    throw new CliFault(EXIT.refused, `Not ${done}. The action is still pending.`);
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
    terminal.write(`${shortId(approved.id)} has your approval; still required: ${missing}.\n`);
    return;
  }
  terminal.write(
    `${shortId(approved.id)} ${paint.green(done)}; \`countersign show ${shortId(approved.id)}\` shows the outcome.\n`,
  );
}
