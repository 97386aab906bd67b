import type { Json, Problem } from "@countersign/protocol";

/** A list in JSON, or null; what is in it the server judges. */
export function readFields(text: string): Json[] | null {
  try {
    const read = JSON.parse(text) as Json;
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

/** What the server has against the fields, one line each with the place: `fields/0/kind: …`. */
export function fieldsFault(errors: NonNullable<Problem["errors"]>): string | undefined {
  const lines = errors.flatMap(({ path, message }) =>
    path.startsWith("/fields") ? [`${path.slice("/fields".length).replace(/^\//, "") || "the list"}: ${message}`] : [],
  );
  return lines.length === 0 ? undefined : lines.join("\n");
}
