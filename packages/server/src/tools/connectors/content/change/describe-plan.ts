import type { ContentPreview, ContentState, Json, JsonObject, Reference } from "@countersign/protocol";
import type { Described } from "../../../../ports/tool.ts";
import type { ContentSource, Element, ElementRef, Look, NextState } from "../content-source.ts";
import { referencesOf } from "../fields/adapters.ts";
import { NAMES, type Plan } from "./plan-change.ts";

/** Snapshot of an element that does not exist yet. */
export const ABSENT = "absent";

export const targetOf = ({ kind, path }: { kind: ElementRef["kind"]; path: string }): string => `${kind}:${path}`;

export const refOfTarget = (target: string): ElementRef => {
  const at = target.indexOf(":");
  return { kind: target.slice(0, at) as ElementRef["kind"], path: target.slice(at + 1) };
};

export const stateOf = (path: string, { value, tags, published }: NextState): Json =>
  ({ path, value, tags: [...tags], published }) satisfies ContentState as JsonObject;

/** Describes a plan for the reviewer. */
export async function describePlan(
  source: ContentSource,
  plan: Plan,
  look: Look,
  words: { title: string; summary?: string; file?: ContentPreview["file"] },
): Promise<Described> {
  const { kind, path, type, element, next, changed } = plan;
  const content: ContentPreview = {
    kind,
    type: type.name,
    elementId: element?.id ?? null,
    path,
    revision: element?.revision ?? null,
    fields: type.fields,
    changed,
    references: await referencesIn(source, [element, next], type.fields, look),
    file: element?.file ?? words.file ?? null,
    hasPage: kind === "document" || kind === "template",
  };
  return {
    preview: {
      title: words.title,
      summary: words.summary ?? summarize(plan),
      content: JSON.parse(JSON.stringify(content)) as JsonObject,
    },
    target: targetOf(plan),
    snapshot: element?.version ?? ABSENT,
    current: element ? stateOf(element.path, element) : null,
    proposed: stateOf(path, next),
  };
}

export const titleOf = (verb: string, { kind, path }: Pick<Plan, "kind" | "path">): string => `${verb} ${NAMES[kind]} ${path}`;

function summarize({ changed, type, element, publish }: Plan): string {
  const titles = changed.flatMap((name) => {
    if (name === "published") return [];
    return name === "tags" ? "tags" : (type.fields.find((field) => field.name === name)?.title ?? name);
  });
  const parts = titles.length === 0 ? [] : [`${element ? "Changes" : "With"} ${titles.join(", ")}`];
  if (publish !== undefined) parts.push(publish ? "Goes live at once" : "Goes offline at once");
  else if (element?.published === true && changed.includes("published"))
    parts.push("Saved as a draft; the live version is unchanged");
  return parts.length === 0 ? "Empty" : parts.join(". ");
}

/** Finds the elements the states refer to, so that readers see paths instead of ids. */
export async function referencesIn(
  source: ContentSource,
  states: readonly (Pick<Element, "value" | "tags"> | undefined)[],
  fields: ContentPreview["fields"],
  look: Look,
): Promise<Reference[]> {
  const ids = states.flatMap((state) =>
    state ? [...state.tags, ...referencesOf(state.value, fields).map(({ id }) => id)] : [],
  );
  if (ids.length === 0) return [];
  const found = await source.findReferences([...new Set(ids)], look);
  return [...found].sort((one, other) => (one.id < other.id ? -1 : 1));
}
