import { isJsonObject, type ElementKind, type JsonObject } from "@countersign/protocol";
import type { ContentSource, Element, Look } from "../content-source.ts";

/** Kinds of elements over whose fields a template can be rendered. */
export const RENDERED_OVER = ["object", "asset", "document", "tag"] as const satisfies readonly ElementKind[];

/** Result of rendering a template; `message` is for its author. */
export type RenderedTemplate = { ok: true; html: string } | { ok: false; message: string; line?: number };
export type RenderTemplate = (template: { source: string; context: JsonObject }) => Promise<RenderedTemplate>;

/** Renders a template's source over its sample data or, if given, over the fields of an element as the store holds them. */
export const renderValue = (
  render: RenderTemplate,
  { source, context }: JsonObject,
  over?: Pick<Element, "value">,
): Promise<RenderedTemplate> =>
  render({ source: typeof source === "string" ? source : "", context: over?.value ?? (isJsonObject(context) ? context : {}) });

/**
 * Renders a planned template over its sample data and its sample element, and returns the first fault, for its author. Without
 * sample data the element alone counts.
 */
export async function findRenderFault(
  value: JsonObject,
  { render, source }: { render: RenderTemplate; source: ContentSource },
  look: Look,
): Promise<string | undefined> {
  const element = await findSampleElement(value, source, look);
  const attempts = element ? [...(isJsonObject(value["context"]) ? [undefined] : []), element] : [undefined];
  for (const over of attempts) {
    const rendered = await renderValue(render, value, over);
    if (rendered.ok) continue;
    const line = rendered.line === undefined ? "" : `line ${rendered.line}: `;
    return `${over ? `over ${over.path}: ` : ""}${line}${rendered.message}`;
  }
  return undefined;
}

/** Returns undefined if the template names no element, or one that the caller may not view. */
async function findSampleElement(value: JsonObject, source: ContentSource, look: Look): Promise<Element | undefined> {
  const id = value["sampleElement"];
  if (typeof id !== "string") return undefined;
  const [found] = await source.findReferences([id], look);
  return found && source.find({ kind: found.kind, id }, look);
}
