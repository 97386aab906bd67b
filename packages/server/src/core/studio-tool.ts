import type { Approval, Risk, StudioAccess, StudioDraft, ToolDefinition } from "@countersign/protocol";
import { nameReason, rateTool, type Rating } from "./risk.ts";
import { canonicalJson } from "./canonical-json.ts";
import { definitionHash, sha256Hex } from "./digest.ts";
import { describeAccess, draftHash, judgeAccess } from "./studio-access.ts";
import { studioSource } from "./tool-port.ts";

/** Beside the tool's own time: its turn, and the start of its process. */
const MARGIN_SECONDS = 60;

/** A draft as the gate would have it. */
export interface StudioDefinition {
  definition: ToolDefinition;
  rating: Rating;
  /** Of all that is approved with a call: the words, the schema, the source, what it may reach. */
  hash: string;
  risk: Risk;
  /** Where its author leaves that to its risk. */
  approval: Approval;
}

/** What a draft may reach declares how risky it is; its name can only add to that. */
export function rateDraft(name: string, access: StudioAccess): Rating {
  const reached = judgeAccess(access);
  const rating = rateTool({ name, declared: reached.level });
  const removes = rating.risk > reached.level ? [nameReason(name)] : [];
  return { ...rating, reasons: [...removes, ...reached.reasons] };
}

export function defineTool(workspaceId: string, name: string, draft: StudioDraft): StudioDefinition {
  const { title, description, inputSchema, access, limits } = draft;
  const rating = rateDraft(name, access);
  const level = rating.risk as Risk;
  const risk = Math.max(level, draft.risk ?? 0) as Risk;
  const definition: ToolDefinition = {
    name,
    ...(title !== null && { title }),
    description,
    inputSchema,
    // What only reads can be read again.
    effect: access.writes || access.destructive ? "unsafe" : "idempotent",
    risk: level,
    group: draft.group,
    timeoutSeconds: limits.seconds + MARGIN_SECONDS,
  };
  const source = studioSource({ workspaceId, name });
  const hash = sha256Hex(canonicalJson({ definition: definitionHash(definition), source, draft: draftHash(draft) }));
  return { definition, rating, hash, risk, approval: risk === 0 ? "never" : "required" };
}

/** What a person reads before a version takes the place of the one before. */
export function nameChanges(was: StudioDraft | null, now: StudioDraft): string[] {
  if (!was) return [`Agents of the group ${now.group} get a new tool.`, `It may reach ${describeAccess(now.access)}.`];
  const differs = (key: keyof StudioDraft): boolean => canonicalJson({ v: was[key] }) !== canonicalJson({ v: now[key] });
  const said: [boolean, string][] = [
    [differs("title") || differs("description"), "Title or description change."],
    [differs("source"), `The source changes: ${linesOf(was.source)} before, ${linesOf(now.source)} now.`],
    [differs("inputSchema"), "The schema of its input changes."],
    [differs("access"), `It may reach ${describeAccess(now.access)}; before: ${describeAccess(was.access)}.`],
    [
      differs("limits"),
      `Its limits become ${now.limits.seconds} s and ${now.limits.megabytes} MB; before: ${was.limits.seconds} s and ${was.limits.megabytes} MB.`,
    ],
    [differs("promptTemplate"), "The question that people are asked changes."],
  ];
  return said.flatMap(([isSo, words]) => (isSo ? [words] : []));
}

const linesOf = (source: string): string => {
  const lines = source.trimEnd().split("\n").length;
  return lines === 1 ? "1 line" : `${lines} lines`;
};
