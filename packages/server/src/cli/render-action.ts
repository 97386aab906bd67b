import type { Action, Decision } from "@countersign/protocol";
import { nameOf } from "./name-of.ts";
import type { Paint } from "./paint.ts";
import { riskInWords } from "./risk-of.ts";
import { renderComments } from "./render-comments.ts";
import { renderDiff } from "./render-diff.ts";
import { columnsOf, renderForTerminal } from "./render-for-terminal.ts";
import { renderPreview } from "./render-preview.ts";
import { stringifyForTerminal } from "./stringify-for-terminal.ts";

export interface ActionOptions {
  paint: Paint;
  columns: number | null;
  full?: boolean;
}

const BAR = "  │ ";

/** Renders all facts that a reviewer needs, facts first. The agent's own words are in a separate section, labelled as such. */
export function renderAction(action: Action, options: ActionOptions): string {
  const { paint, columns } = options;
  const { preview, error, comments = [] } = action;
  const fact = (name: string, text: string | null): string[] =>
    text === null
      ? []
      : [renderForTerminal(text, { form: "line", prefix: `${name.padEnd(10)} `, continuation: " ".repeat(11), columns })];
  const section = (title: string, body: string): string => `\n${paint.bold(title)}\n${body}`;
  const block = (text: string): string => renderForTerminal(text, { form: "block", prefix: BAR, columns });

  return [
    ...fact("what", preview.title),
    ...fact("id", action.id),
    ...fact("status", action.resolvedBy === null ? action.status : `${action.status}, by ${nameOf(action.resolvedBy)}`),
    ...fact("tool", action.toolName),
    ...fact("risk", `${riskInWords(action)}; effect ${action.effect}`),
    ...fact("asked", action.approval.why),
    ...(action.approval.policies ?? []).flatMap(({ name, why, values }) =>
      fact("policy", [`${name}: ${why}`, ...values.map((read) => `${read.name} is ${read.value}`)].join("; ")),
    ),
    ...(action.status === "pending" ? fact("decides", action.approval.who) : []),
    ...fact("target", action.target),
    ...fact("proposed", `${action.createdAt} by ${nameOf(action.proposedBy)}`),
    ...fact("expires", action.expiresAt),
    ...fact("not before", action.notBefore ?? null),
    ...fact("mission", action.missionId),
    ...fact("session", action.sessionId),
    ...fact("batch", action.batchId),
    ...fact("replaces", action.supersedes),
    ...fact("replaced", action.supersededBy),
    ...fact("digest", action.digest),
    ...fact("beware", action.nearRepeatOf ? describeNear(action.nearRepeatOf) : null),
    ...(preview.summary === undefined ? [] : [section("Summary", block(preview.summary))]),
    ...(preview.items === undefined || preview.items.length === 0
      ? []
      : [section("Preview", renderPreview(preview, columns).join("\n"))]),
    ...(action.question ? [section("Question from an administrator", block(action.question))] : []),
    ...(action.caption === null ? [] : [section("Agent's note (unverified)", block(action.caption))]),
    section(action.userEdits === null ? "Input" : "Input, with edits", renderFields(action.effectiveInput, columns)),
    ...(action.userEdits === null ? [] : [section("Edits: proposed, then edited", renderEdits(action, options))]),
    ...(action.current === null && action.proposed === null
      ? []
      : [section("Change", renderDiff(action.current, action.proposed, options))]),
    ...action.decisions.map((decision) => section("Decision", renderDecision(decision, columns))),
    ...(comments.length === 0 ? [] : [section("Comments", renderComments(comments, columns))]),
    ...(error === null ? [] : [section("Error", block(`${error.code}: ${error.message}`))]),
    ...(action.result === null ? [] : [section("Result", block(stringifyForTerminal(action.result, 2)))]),
  ].join("\n");
}

/** Renders each field completely. Text keeps its lines; other values are JSON. */
function renderFields(input: Action["effectiveInput"], columns: number | null): string {
  const lines = Object.entries(input).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : stringifyForTerminal(value, 2);
    const label = renderForTerminal(name, { form: "line" });
    const short = !text.includes("\n") && (columns === null || columnsOf(label) + columnsOf(text) + 4 < columns);
    if (short) return [`  ${label}: ${renderForTerminal(text, { form: "line" })}`];
    return [`  ${label}:`, renderForTerminal(text, { form: "block", prefix: `  ${BAR}`, columns })];
  });
  return lines.length === 0 ? "  (none)" : lines.join("\n");
}

/** Renders the edited fields only: proposed values against the values to run. */
export function renderEdits(action: Action, options: ActionOptions): string {
  const edited = Object.keys(action.userEdits ?? {});
  const pick = (from: Action["toolInput"]): Action["toolInput"] =>
    Object.fromEntries(edited.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name] ?? null]));
  return renderDiff(pick(action.toolInput), pick(action.effectiveInput), options);
}

function renderDecision({ verdict, by, at, comment, channel, digest }: Decision, columns: number | null): string {
  const line = renderForTerminal(`${verdict} by ${nameOf(by)} at ${at} (${channel}), digest ${digest.slice(0, 12)}`, {
    form: "line",
    prefix: "  ",
    columns,
  });
  return comment === null ? line : `${line}\n${renderForTerminal(comment, { form: "block", prefix: BAR, columns })}`;
}

const describeNear = ({ pendingActionId, by, reason }: NonNullable<Action["nearRepeatOf"]>): string =>
  `a similar call was rejected by ${nameOf(by)}, see ${pendingActionId}${reason === null ? "" : `: ${reason}`}`;
