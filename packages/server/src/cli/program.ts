import { readFileSync } from "node:fs";
import { Command } from "commander";
import { ignoreEmptyVariable, type CommandContext } from "./command-context.ts";
import { addAnswer } from "./commands/answer.ts";
import { addApprove } from "./commands/approve.ts";
import { addAudit } from "./commands/audit.ts";
import { addComment } from "./commands/comment.ts";
import { addContent } from "./commands/content.ts";
import { addDemo } from "./commands/demo.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addImport } from "./commands/import.ts";
import { addKey } from "./commands/key.ts";
import { addList } from "./commands/list.ts";
import { addMcp } from "./commands/mcp.ts";
import { addReject } from "./commands/reject.ts";
import { addResetLink } from "./commands/reset-link.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addShow } from "./commands/show.ts";
import { addSignIn } from "./commands/sign-in.ts";
import { addStart } from "./commands/start.ts";
import { addWorkspace } from "./commands/workspace.ts";
import { addWrap } from "./commands/wrap.ts";

const EXITS = "\nExit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 server or database not reachable.";

/** Builds the commands, in the order in which `--help` lists them. */
export function buildProgram(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command("countersign")
    .description("Agents propose, people countersign, then exactly that runs, exactly once.")
    .version(readVersion())
    // Both must be set before the commands are added, which inherit them.
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.writeError })
    .addHelpText("after", EXITS)
    .hook("preAction", (_program, command) => ignoreEmptyVariable(command));
  for (const add of [
    addStart,
    addSignIn,
    addDemo,
    addList,
    addShow,
    addApprove,
    addAnswer,
    addReject,
    addComment,
    addContent,
    addKey,
    addWorkspace,
    addResetLink,
    addImport,
    addWrap,
    addMcp,
    addAudit,
    addSecrets,
    addDoctor,
  ])
    add(program, context);
  return program;
}

/** Version of this package, two folders up both in the sources and in the build. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
  return version;
}
