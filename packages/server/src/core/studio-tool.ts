import type { Approval, Risk, StudioAccess, StudioDraft, ToolDefinition } from "@countersign/protocol";
import { nameReason, rateTool, type Rating } from "./risk.ts";
import { canonicalJson } from "./canonical-json.ts";
import { definitionHash, sha256OfJson } from "./digest.ts";
import { describeAccess, draftHash, judgeAccess } from "./studio-access.ts";
import { studioSource } from "./tool-source.ts";

/** Added to the tool's own time limit: waiting for a free sandbox, and starting its process. */
const MARGIN_SECONDS = 60;

/** A draft as a tool of the gate. */
export interface StudioDefinition {
  definition: ToolDefinition;
  rating: Rating;
  /** Hash of everything that an approval covers: texts, schema, source, access. */
  hash: string;
  risk: Risk;
  /** Default if the author leaves the approval to the risk. */
  approval: Approval;
}

/** Rates a draft by its access; its name can only raise the level. */
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
    // Reads can be repeated.
    effect: access.writes || access.destructive ? "unsafe" : "idempotent",
    risk: level,
    group: draft.group,
    timeoutSeconds: limits.seconds + MARGIN_SECONDS,
  };
  const source = studioSource({ workspaceId, name });
  const hash = sha256OfJson({ definition: definitionHash(definition), source, draft: draftHash(draft) });
  return { definition, rating, hash, risk, approval: risk === 0 ? "never" : "required" };
}

/** Describes what changes for a person who is about to publish a version. */
export function nameChanges(was: StudioDraft | null, now: StudioDraft): string[] {
  if (!was) return [`Agents in the group ${now.group} get a new tool.`, `The tool can reach ${describeAccess(now.access)}.`];
  const differs = (key: keyof StudioDraft): boolean => canonicalJson({ v: was[key] }) !== canonicalJson({ v: now[key] });
  const said: [boolean, string][] = [
    [differs("title") || differs("description"), "Title or description change."],
    [differs("source"), `The source changes: ${linesOf(was.source)} before, ${linesOf(now.source)} now.`],
    [differs("inputSchema"), "The input schema changes."],
    [differs("access"), `The tool can reach ${describeAccess(now.access)}; before: ${describeAccess(was.access)}.`],
    [
      differs("limits"),
      `The limits become ${now.limits.seconds} s and ${now.limits.megabytes} MB; before: ${was.limits.seconds} s and ${was.limits.megabytes} MB.`,
    ],
    [differs("promptTemplate"), "The prompt template changes."],
  ];
  return said.flatMap(([isSo, words]) => (isSo ? [words] : []));
}

const linesOf = (source: string): string => {
  const lines = source.trimEnd().split("\n").length;
  return lines === 1 ? "1 line" : `${lines} lines`;
};
