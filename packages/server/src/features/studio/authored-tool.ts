import type { StudioDraft } from "@countersign/protocol";
import { isDatabaseFault } from "../../core/database-fault.ts";
import { callTitle } from "../../core/call-title.ts";
import { describeAccess } from "../../core/studio-access.ts";
import { defineTool } from "../../core/studio-tool.ts";
import { NotStarted, OutcomeUnknown, ToolFailure, type ServerTool } from "../../ports/tool.ts";
import type { Database } from "../../store/database.ts";
import { findPublished, type StudioVersionRow } from "../../store/statements/studio.ts";
import type { SandboxRunner } from "./sandbox-runner.ts";
import { draftOf } from "./to-wire.ts";

const CHANGED = "A new version of this tool was published after the approval. Nothing ran. Ask the agent for a new proposal.";
const GONE = "This tool was unpublished. Nothing ran.";

interface Published {
  version: StudioVersionRow;
  draft: StudioDraft;
}

/**
 * A published tool as the gate runs it. Each call reads the version, so that every process has the currently published one.
 * Only the approved version runs.
 */
export function authoredTool(
  { kysely }: Pick<Database, "kysely">,
  run: SandboxRunner,
  workspaceId: string,
  name: string,
  known: StudioDraft,
): ServerTool {
  async function read(): Promise<Published> {
    const version = await findPublished(kysely, workspaceId, name);
    if (!version) throw new ToolFailure("tool_changed", GONE);
    return { version, draft: draftOf(version) };
  }
  const { definition, approval } = defineTool(workspaceId, name, known);

  return {
    definition,
    approval,
    async describe(input) {
      const { version, draft } = await read();
      return {
        preview: {
          title: callTitle({ name, title: draft.title, inputSchema: draft.inputSchema }, input, (text) => text),
          summary: `Version ${version.version} of the Tool Studio. The tool can reach ${describeAccess(draft.access)}.`,
        },
      };
    },
    async execute(input, { toolHash, signal }) {
      const { version, draft } = await read().catch((error: unknown): never => {
        throw isDatabaseFault(error) ? new NotStarted(error) : error;
      });
      if (toolHash !== version.definitionHash) throw new ToolFailure("tool_changed", CHANGED);
      const { source, access, limits } = draft;
      const ended = await run({ source, input, access, limits }, signal);
      if (ended === undefined)
        throw new ToolFailure("handler", "Too many tools of the Tool Studio are running. Nothing ran. Try again.");
      if (ended.ok) return ended.output;
      const { code, message, line } = ended.error;
      const words = `${message}${line === null ? "" : ` (line ${line} of its source)`}`;
      if (ended.isUncertain) throw new OutcomeUnknown(`${words} A write request had been sent, so the outcome is unknown.`);
      throw new ToolFailure(
        code === "time" ? "timeout" : "handler",
        ended.hasWritten ? `${words} Earlier write requests were sent and answered.` : words,
      );
    },
  };
}
