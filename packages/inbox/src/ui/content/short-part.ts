import type { Json } from "@countersign/protocol";
import type { ContentChange } from "./content-changes.ts";

const PART_TITLES = { path: "Path", tags: "Tags", published: "Visitors see it" } as const;

/** A part of an element as its author calls it. */
export const partTitleOf = (change: ContentChange): string =>
  change.part === "field"
    ? (change.field.title ?? change.name)
    : change.part === "other"
      ? change.name
      : PART_TITLES[change.part];

/** A path, or whether visitors see it, in words. */
export const shortPartOf = (value: Json | undefined): string | undefined =>
  value === undefined
    ? undefined
    : typeof value === "boolean"
      ? value
        ? "as it is here"
        : "not this: a draft"
      : String(value);
