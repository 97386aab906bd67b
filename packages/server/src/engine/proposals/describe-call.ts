import { drawnPreviewSchema, type JsonObject, type Preview } from "@countersign/protocol";
import { callTitle } from "../../core/call-title.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { isDatabaseFault } from "../../core/database-fault.ts";
import { ToolFailure, type Described, type ToolScope } from "../../ports/tool.ts";
import { livesInServer } from "../../core/tool-source.ts";
import type { EngineDeps } from "../deps.ts";
import { maskOf } from "../secrets/known-secrets.ts";
import type { InputFault } from "../../ports/checks.ts";

export interface CallFacts {
  preview: string;
  previewWanted: boolean;
  target: string | null;
  snapshot: string | null;
  current: string | null;
  proposed: string | null;
}

export interface DescribedTool {
  name: string;
  title: string | null;
  /** As JSON. */
  inputSchema: string;
  source: string;
  previews: boolean;
}

/** Summary of a call whose tool could not draw it. */
export const PREVIEW_FAILED = "The tool could not create its preview.";

/**
 * Builds the reviewer's preview of a call. A tool that rejects the input returns faults. A tool that breaks, or runs in a
 * worker, leaves a plain preview: the whole input is shown in any case, and a preview approves nothing.
 */
export async function describeCall(
  deps: Pick<EngineDeps, "registry" | "log">,
  scope: ToolScope,
  tool: DescribedTool,
  input: JsonObject,
): Promise<{ ok: true; facts: CallFacts } | { ok: false; faults: InputFault[]; stale: boolean; isLoading?: true }> {
  if (!livesInServer(tool.source)) return { ok: true, facts: toFacts({ preview: plainPreview(tool, input) }, tool.previews) };
  const ref = { source: tool.source, toolName: tool.name };
  // Without the tool's connection or feature its changes are unknown, and a person would approve less than what runs.
  if (!deps.registry.has(ref)) return { ok: false, stale: false, isLoading: true, faults: [] };
  try {
    const described = await deps.registry.describe(ref, input, scope);
    refuseBrokenPreview(described.preview);
    return { ok: true, facts: toFacts(described, false) };
  } catch (error) {
    if (error instanceof ToolFailure) {
      return { ok: false, stale: error.code === "stale", faults: [...error.faults] };
    }
    // Not stored: the call would be decided without the changes that a retry a moment later shows.
    if (isDatabaseFault(error)) throw error;
    deps.log("warn", "a tool could not describe a call", { toolName: tool.name, error: String(error) });
    return { ok: true, facts: toFacts({ preview: { ...plainPreview(tool, input), summary: PREVIEW_FAILED } }, false) };
  }
}

const plainPreview = ({ inputSchema, ...tool }: DescribedTool, input: JsonObject): Preview => ({
  title: callTitle({ ...tool, inputSchema: JSON.parse(inputSchema) as JsonObject }, input, maskOf(tool.source)),
});

/** Throws if pictures or tables cannot be shown as they are; the whole preview then counts as failed. */
function refuseBrokenPreview(preview: Preview): void {
  if (preview.items === undefined) return;
  const issue = drawnPreviewSchema.safeParse(preview).error?.issues[0];
  if (issue) throw new Error(`the preview's ${issue.path.join("/")} ${issue.message}`);
}

const toFacts = (described: Described, previewWanted: boolean): CallFacts => ({
  preview: canonicalJson(described.preview as JsonObject),
  previewWanted,
  target: described.target ?? null,
  snapshot: described.snapshot ?? null,
  current: described.current === undefined ? null : canonicalJson(described.current),
  proposed: described.proposed === undefined ? null : canonicalJson(described.proposed),
});
