import type { JsonObject } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { scopeOf } from "../../ports/tool.ts";
import { findProposeContext, type CalledTool } from "../../store/statements/find-propose-context.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import type { Carried } from "./carry-over.ts";
import type { EngineDeps } from "../deps.ts";
import { describeCall, type CallFacts } from "../proposals/describe-call.ts";
import type { TargetLook } from "./look-at-target.ts";
import { STILL_LOADING } from "../proposals/refuse-loading.ts";
import { refuseTool } from "../proposals/refuse-tool.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { toAction } from "../actions/to-wire.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { routeInput } from "./routing.ts";

export interface DescribedAgain {
  facts: CallFacts & { snapshot: string };
  tool: CalledTool;
  /** Input that is carried over, followed by the conflicts left out of it. */
  input: JsonObject;
  conflicts: string[];
  /** What the tool's routing rules say of that input. */
  routing: string | null;
}

/** Describes the carried-over input against the current target, or refuses if the action cannot be rebased. */
export async function describeAgain(
  deps: EngineDeps,
  by: Principal,
  row: StoredAction,
  look: TargetLook,
  carried: Carried,
): Promise<Result<DescribedAgain>> {
  if (row.status !== "pending") return refuseResolved(row);
  if (look.state === "not_watched") {
    return refuse(
      "INVALID_INPUT",
      `${look.reason ?? "Changes to the target are not tracked."} Send it back to the agent instead.`,
    );
  }
  if (look.state === "unchanged") {
    return refuse("INVALID_STATE", "The target has not changed since the proposal.", {
      current: toAction(row),
      resolvedBy: null,
    });
  }
  const { workspaceId, proposedBy, toolName } = row;
  const asked = [{ workspaceId, proposedBy, toolName, idempotencyKey: null, supersedes: null }];
  const [context] = await findProposeContext(deps.database.kysely, asked);
  const tool = context?.tool;
  if (!tool || tool.definitionHash !== row.toolHash || tool.source !== row.source) {
    return refuse("STALE", "The tool changed since the proposal. Reject the action or ask the agent for a new proposal.");
  }
  if (refuseTool(tool, row.toolName)) return refuse("FORBIDDEN", "The agent that proposed this may no longer use the tool.");
  if (!carried.input.ok) return carried.input;
  const input = carried.input.value;
  const checked = await deps.checks.validateInput(by, tool.inputSchema, input, "/toolInput");
  if (!checked.ok) return checked;
  const faults = checked.value;
  if (faults.length > 0) {
    return refuse("INVALID_INPUT", "The rebased call is not a valid input of the tool. Send it back to the agent instead.", {
      errors: faults,
    });
  }
  const described = await describeCall(
    deps,
    scopeOf(row),
    { name: row.toolName, title: tool.title, inputSchema: tool.inputSchema, source: tool.source, previews: false },
    input,
  );
  if (!described.ok && described.isLoading) return STILL_LOADING;
  if (!described.ok) {
    const errors = described.faults.map(({ path, message }) => ({ path: `/toolInput${path}`, message }));
    const said = errors.map(({ message }) => message).join("; ");
    return refuse("INVALID_INPUT", `The tool does not accept this input for the current target: ${said}.`, { errors });
  }
  const { facts } = described;
  const { snapshot } = facts;
  if (facts.target === null) return refuse("UNAVAILABLE", "The tool cannot describe the call right now. Try again.");
  if (facts.target !== row.target || snapshot === null) {
    return refuse("STALE", "The same input would now change another target; ask the agent for a new proposal.");
  }
  if (carried.over !== null && carried.over !== snapshot) {
    return refuse("UNAVAILABLE", "The target is being changed right now. Try again.");
  }
  const routing = await routeInput(deps.checks, by, { ...row, toolInput: canonicalJson(input) }, input);
  if (!routing.ok) return routing;
  return ok({ facts: { ...facts, snapshot }, tool, input, conflicts: carried.conflicts, routing: routing.value });
}
