import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { actionDigest } from "../../core/digest.ts";
import { mergeEdits } from "../../core/merge-edits.ts";
import type { Principal } from "../../core/principal.ts";
import { ANSWER_RULES, answeredSchema, isQuestion } from "../../core/questions.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { scopeOf } from "../../ports/tool.ts";
import { livesInServer } from "../../core/tool-source.ts";
import type { EditedParts } from "../../store/statements/transition-action.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { findTool } from "../../store/statements/tools.ts";
import type { EngineDeps } from "../deps.ts";
import { describeCall } from "../proposals/describe-call.ts";
import { STILL_LOADING } from "../proposals/refuse-loading.ts";
import { knownKeysOf } from "../checks/validate-input.ts";
import { routeInput } from "./routing.ts";

export interface Edit {
  parts: EditedParts;
  digest: string;
}

/**
 * Computes what approving with edits would run: merges them, validates the result with the tool's schema and draws the preview
 * again. Refuses edits of a protected key, a move to another target, and a target that changed.
 */
export async function editAction(
  deps: EngineDeps,
  by: Principal,
  row: StoredAction,
  userEdits: JsonObject,
): Promise<Result<Edit>> {
  const tool = await findTool(deps.database.kysely, row.workspaceId, row.toolName);
  if (!tool) return refuse("STALE", "The tool no longer exists, so its calls cannot be approved.");
  const toolInput = JSON.parse(row.toolInput) as JsonObject;
  const { inputSchema, rules } = isQuestion(row)
    ? { inputSchema: JSON.stringify(answeredSchema(toolInput)), rules: ANSWER_RULES }
    : { inputSchema: tool.inputSchema, rules: { protectedKeys: tool.protectedKeys, knownKeys: knownKeysOf(tool.inputSchema) } };
  const merged = mergeEdits(toolInput, userEdits, rules);
  if (!merged.ok) return refuse("INVALID_INPUT", "These edits are not allowed.", { errors: merged.errors });
  const checked = await deps.checks.validateInput(by, inputSchema, merged.value, "/userEdits");
  if (!checked.ok) return checked;
  const faults = checked.value;
  if (faults.length > 0)
    return refuse("INVALID_INPUT", "The edited input does not match the tool's schema.", { errors: faults });

  // The tool's worker described the call and cannot be asked about edits while a person waits.
  if (!livesInServer(row.source) && row.target !== null) {
    const message =
      "The worker described this call and cannot describe an edited one. Send the call back and describe what to change.";
    return refuse("INVALID_INPUT", message, { errors: [{ path: "/userEdits", message: "cannot be used for this call" }] });
  }
  const described = await describeCall(deps, scopeOf(row), { ...tool, previews: false }, merged.value);
  if (!described.ok && described.isLoading) return STILL_LOADING;
  if (!described.ok) {
    const errors = described.faults.map(({ path, message }) => ({ path: `/userEdits${path}`, message }));
    return refuse("INVALID_INPUT", errors[0]?.message ?? "The tool does not accept the edited input.", { errors });
  }
  const routing = await routeInput(deps.checks, by, row, merged.value);
  if (!routing.ok) return routing;
  const { target, snapshot, ...parts } = described.facts;
  if (target !== row.target) return refuse("INVALID_INPUT", "Edits cannot change the target of an action.");
  if (snapshot !== row.snapshot)
    return refuse("STALE", "The target changed since the proposal. Ask the agent for a new proposal.");
  const effectiveInput = canonicalJson(merged.value);
  const digest = actionDigest({
    workspaceId: row.workspaceId,
    toolName: row.toolName,
    toolHash: row.toolHash,
    input: effectiveInput,
    target: row.target,
    snapshot: row.snapshot,
  });
  return ok({
    digest,
    parts: { ...parts, userEdits: canonicalJson(userEdits), effectiveInput, routing: routing.value },
  });
}
