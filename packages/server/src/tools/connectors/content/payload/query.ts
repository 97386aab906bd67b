import type { PayloadSettings } from "./settings.ts";

/** Conditions that are sent as query parameters, such as `where[and][0][id][equals]`. */
export type Where = { and: Where[] } | { or: Where[] } | { field: string; is: Operator; value: string };
type Operator = "equals" | "in" | "like" | "contains" | "greater_than" | "exists";

export function flatten(where: Where, at = "where"): Record<string, string> {
  if ("field" in where) return { [`${at}[${where.field}][${where.is}]`]: where.value };
  const [word, parts] = "and" in where ? (["and", where.and] as const) : (["or", where.or] as const);
  return Object.assign({}, ...parts.map((part, n) => flatten(part, `${at}[${word}][${n}]`))) as Record<string, string>;
}

export const equals = (field: string, value: string | number): Where => ({ field, is: "equals", value: String(value) });
export const oneOf = (field: string, values: readonly (string | number)[]): Where => ({
  field,
  is: "in",
  value: values.join(","),
});

/**
 * `reading` requests related documents as ids, and every language. A write must name one language: without one, Payload takes
 * none and a required localised field counts as missing; with all of them, it writes nothing.
 */
export const reading = ({ languages }: PayloadSettings, isDrafted: boolean): Record<string, string> => ({
  depth: "0",
  joins: "false",
  ...(languages.length > 0 && { locale: "all" }),
  ...(isDrafted && { draft: "true" }),
});

export const writing = (language: string | undefined, isDraft: boolean): Record<string, string> => ({
  depth: "0",
  joins: "false",
  ...(language !== undefined && { locale: language }),
  ...(isDraft && { draft: "true" }),
});
