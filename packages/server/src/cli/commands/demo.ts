import { join, resolve } from "node:path";
import { actionSchema, proposedBatchSchema, type Action, type ActionStatus } from "@countersign/protocol";
import { Argument, type Command } from "commander";
import { createCallServer, type CallServer } from "../call-server.ts";
import { dataOption, filesOption, type CommandContext } from "../command-context.ts";
import { readAgentFile } from "../agent-file.ts";
import { withChanging } from "../person-access.ts";
import { demoBatches, seedDemoFiles } from "../demo-files.ts";
import { CliFault, EXIT } from "../exit.ts";
import { actionPath } from "../find-action.ts";
import { proposeContentDemo } from "../propose-content-demo.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { shortId } from "../render-list.ts";

interface DemoFlags {
  data: string;
  files?: string;
  reset?: boolean;
  wait?: true;
}

const HOLD_SECONDS = 25;
const RUN_PAUSE_MS = 300;
/** Statuses that are not final: waiting for a person, or running after approval. */
const OPEN: readonly ActionStatus[] = ["pending", "approved", "executing"];

export function addDemo(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command("demo")
    .description("let a scripted agent propose eight changes to sample files, or twelve to sample content")
    .addArgument(new Argument("[what]").choices(["files", "content"]).default("files"))
    .option("--wait", "wait until all are decided, then show each outcome")
    .option("--reset", "rewrite the sample files first")
    .addOption(filesOption())
    .addOption(dataOption())
    .action(async (what: "files" | "content", { data, files, reset = false, wait }: DemoFlags) => {
      if (what === "content" && reset) throw new CliFault(EXIT.usage, "--reset only applies to the sample files.");
      const { url, agentKey } = await readAgentFile(data);
      const asAgent = createCallServer({ url, headers: { authorization: `Bearer ${agentKey}` } });
      if (what === "files") await seed(context, resolve(files ?? join(data, "files")), reset);
      const ids =
        what === "files"
          ? await proposeFilesDemo(context, asAgent, url)
          : await withChanging(context, data, (asPerson) => proposeContentDemo(context, { asAgent, asPerson }, url));
      if (!wait) return;
      terminal.write("Waiting for your decisions. Ctrl-C stops waiting and changes nothing else.\n");
      await Promise.all(ids.map((id) => follow(context, asAgent, id)));
    });
}

async function proposeFilesDemo({ terminal }: CommandContext, asAgent: CallServer, url: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, batch] of demoBatches(`demo-${new Date().toISOString()}`).entries()) {
    const call = { method: "POST", path: "/api/pending-actions/batch", body: batch } as const;
    const { batchId, items } = await asAgent(proposedBatchSchema, call);
    terminal.write(`\nBatch ${at + 1}: ${line(batchId)}\n`);
    for (const [n, { pendingActionId, toolName }] of items.entries()) {
      if (pendingActionId === null)
        throw new CliFault(
          EXIT.refused,
          `${line(toolName)} requires no approval here and ran immediately.`,
          "The demo needs gated tools. Set the tool's approval to required.",
        );
      ids.push(pendingActionId);
      terminal.write(`  ${line(pendingActionId)}  ${line(toolName).padEnd(12)} ${batch.items[n]?.caption ?? ""}\n`);
    }
  }
  terminal.write(`\nNothing has run. Decide in the inbox: ${line(url)}\n`);
  return ids;
}

async function seed({ terminal }: CommandContext, folder: string, reset: boolean): Promise<void> {
  const { written, changed } = await seedDemoFiles(folder, reset);
  if (changed.length > 0) {
    throw new CliFault(
      EXIT.refused,
      `Sample files in ${folder} have changed, so the demo cannot use them: ${changed.join(", ")}.`,
      "Rewrite them with `countersign demo --reset`.",
    );
  }
  if (written.length > 0) terminal.write(`Sample files written to ${folder}: ${written.join(", ")}\n`);
}

/** Polls an action with the agent's key until its status is final. */
async function follow({ terminal }: CommandContext, asAgent: CallServer, id: string): Promise<void> {
  for (;;) {
    const path = `${actionPath(id)}?wait=${HOLD_SECONDS}`;
    const action = await asAgent(actionSchema, { path, holdSeconds: HOLD_SECONDS });
    if (!OPEN.includes(action.status)) return terminal.write(`${describeEnd(action)}\n`);
    // The server holds requests for `pending` actions only; a run is short.
    if (action.status !== "pending") await new Promise((resolve) => setTimeout(resolve, RUN_PAUSE_MS));
  }
}

function describeEnd({ id, status, preview, error, decisions, userEdits }: Action): string {
  const words = decisions.at(-1)?.comment ?? null;
  const why = error === null ? words : error.message;
  const edited = userEdits === null ? "" : " (edited)";
  return line(`${shortId(id)}  ${status}${edited}  ${preview.title}${why === null ? "" : `: ${why}`}`);
}

const line = (text: string): string => renderForTerminal(text, { form: "line" });
