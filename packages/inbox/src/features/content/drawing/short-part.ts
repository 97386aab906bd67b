import type { Json } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import type { ContentChange } from "./content-changes.ts";

/** Title of a part of an element. A field has the title that its author gave it, otherwise its name. */
export const partTitleOf = (change: ContentChange): string =>
  change.part === "field"
    ? (change.field.title ?? change.name)
    : change.part === "other"
      ? change.name
      : strings.parts[change.part];

/** A path, or the visibility to visitors, in words; undefined for undefined. */
export const shortPartOf = (value: Json | undefined): string | undefined =>
  value === undefined
    ? undefined
    : typeof value === "boolean"
      ? value
        ? strings.isPublished
        : strings.isDraft
      : String(value);
