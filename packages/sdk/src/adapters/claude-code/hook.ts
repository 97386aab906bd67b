import type { ActionSummary, JsonObject } from "@countersign/protocol";
import type { Countersign } from "../../countersign.ts";
import { isFinal, outcomeOf } from "../../outcome.ts";
import type { Gated } from "../../gated.ts";
import { isSameJson } from "../same-json.ts";
import { chooseAnswered, listSentBack } from "../sent-back.ts";

/** Answer to Claude Code, as JSON on standard output. */
export interface HookAnswer {
  hookSpecificOutput: {
    hookEventName: "PreToolUse";
    permissionDecision: "allow" | "deny";
    permissionDecisionReason: string;
    updatedInput?: JsonObject;
  };
}

export interface HookOptions {
  countersign: Countersign;
  /** Prefix of the tool's name on the server; must be unique for each machine and person. */
  prefix: string;
  /** Seconds to wait for a person. Must be shorter than the hook's `timeout` in Claude Code's settings. */
  waitSeconds: number;
  /** Seconds after which an unused approval is no longer accepted. */
  passSeconds: number;
  /** Returns true only for the first request for this id on this machine, so that an approval allows one call. */
  takePass: (actionId: string) => Promise<boolean>;
  isTaken: (actionId: string) => Promise<boolean>;
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface HookCall {
  toolName: string;
  toolInput: JsonObject;
  sessionId: string;
}

/**
 * Decides one tool call of Claude Code. Claude Code runs the tool itself, so the action here is only the permission: its
 * handler does nothing but report that the permission was passed on. Everything except an approval becomes a "deny".
 */
export async function answerHook(given: unknown, options: HookOptions): Promise<HookAnswer> {
  const call = readCall(given);
  if (call === undefined) return deny("The hook was not given a PreToolUse call with a tool, its input and a session.");
  const { countersign } = options;
  const tool = gateCall(call, options);
  const worker = countersign.work([tool]);
  try {
    await worker.ready;
    const id = (await findOpen(call, tool, options)) ?? (await propose(call, tool, countersign));
    const action = await countersign.wait(id, options.waitSeconds);
    if (!isFinal(action.status))
      return deny(
        `Action ${id} is waiting for a person's approval and has not run. Make the same call again later to check it; do not work around the approval.`,
      );
    if (action.status !== "executed") {
      const { message, reason, feedback, error } = outcomeOf(action);
      return deny(
        [message, reason && `Reason: ${reason}`, feedback && `Feedback: ${feedback}`, error?.message].filter(Boolean).join(" "),
      );
    }
    if (!(await options.takePass(id)))
      return deny(`The approval of action ${id} has already been used. Make the call again to request a new approval.`);
    return allow(id, action.userEdits === null ? undefined : action.effectiveInput);
  } finally {
    await worker.stop();
  }
}

function readCall(given: unknown): HookCall | undefined {
  if (!isJsonObject(given)) return undefined;
  const { hook_event_name, tool_name: toolName, tool_input: toolInput, session_id: sessionId } = given;
  if (hook_event_name !== "PreToolUse" || typeof toolName !== "string" || toolName === "") return undefined;
  if (typeof sessionId !== "string" || sessionId === "" || sessionId.length > 200 || !isJsonObject(toolInput)) return undefined;
  return { toolName, toolInput, sessionId };
}

function gateCall({ toolName }: HookCall, { countersign, prefix }: HookOptions): Gated<JsonObject> {
  return countersign.gated({
    name: (prefix + toolName.replaceAll(/[^A-Za-z0-9_.-]/g, "_")).slice(0, 128),
    description: `The tool ${toolName} of Claude Code. An approval lets one call through; Claude Code runs it.`,
    inputSchema: { type: "object" },
    preview: (input) => {
      const subject = ["command", "file_path", "url", "path"]
        .map((key) => input[key])
        .find((value) => typeof value === "string");
      return { title: `${toolName} in Claude Code`, ...(subject !== undefined && { summary: subject }) };
    },
    execute: () => ({ passedTo: "Claude Code" }),
  });
}

/** Finds the same call of the same session that is still open, or that was approved recently and not yet used. */
async function findOpen({ sessionId, toolInput }: HookCall, tool: Gated, options: HookOptions): Promise<string | undefined> {
  const { items } = await options.countersign.list({
    sessionId,
    toolName: tool.definition.name,
    status: ["pending", "approved", "executing", "executed"],
    limit: 200,
  });
  const since = Date.now() - options.passSeconds * 1000;
  const isUsable = ({ status, executedAt }: ActionSummary): boolean =>
    status !== "executed" || (executedAt !== null && Date.parse(executedAt) >= since);
  for (const action of items) {
    if (!isUsable(action) || !isSameJson(action.toolInput, toolInput)) continue;
    if (action.status !== "executed" || !(await options.isTaken(action.id))) return action.id;
  }
  return undefined;
}

/** Links the proposal to the refined call of this session that it answers, so that a person sees what changed. */
async function propose({ toolInput, sessionId }: HookCall, tool: Gated<JsonObject>, countersign: Countersign): Promise<string> {
  const { open } = await listSentBack(countersign, tool.definition.name, { sessionId });
  const answered = chooseAnswered(open, toolInput);
  const { pendingActionId } = await tool(toolInput, { sessionId, ...(answered && { supersedes: answered.id }) });
  if (pendingActionId === null) throw new Error("This tool no longer requires approval. Remove it from the hook's matcher.");
  return pendingActionId;
}

export const deny = (reason: string): HookAnswer => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: `Countersign: ${reason}`,
  },
});

const allow = (id: string, updatedInput: JsonObject | undefined): HookAnswer => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    permissionDecisionReason: `Countersign: a person approved action ${id}${updatedInput ? ", with changes to the input" : ""}.`,
    ...(updatedInput && { updatedInput }),
  },
});
