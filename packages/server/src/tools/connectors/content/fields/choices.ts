import type { ContentField, Json } from "@countersign/protocol";
import { fault, given, pointer, type Fault, type FieldAdapter } from "./field-adapter.ts";

const MAX_NAMED = 20;

/** Lists the options, from which a model corrects its call; a long list is cut. */
function named(options: readonly string[]): string {
  const rest = options.length - MAX_NAMED;
  return `${options.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const optionsOf = (field: ContentField): readonly string[] => field.options ?? [];

export const select: FieldAdapter = {
  schema: (field) => ({ type: "string", enum: [...optionsOf(field)] }),
  check: (value, field) =>
    typeof value === "string" && optionsOf(field).includes(value) ? [] : fault(`must be one of ${named(optionsOf(field))}`),
};

export const multiselect: FieldAdapter = {
  schema: (field) => given({ type: "array", items: select.schema(field), uniqueItems: true, ...bounds(field) }),
  check(value, field) {
    if (!Array.isArray(value)) return fault("must be a list");
    const strange = value.flatMap((one, n) => select.check(one, field).map(({ message }) => ({ path: pointer(n), message })));
    return strange.length > 0 ? strange : [...checkCount(value, field), ...checkUnique(value)];
  },
};

export const bounds = ({ minItems, maxItems }: ContentField) => ({ minItems, maxItems });

export function checkCount(list: readonly Json[], { minItems = 0, maxItems = 200 }: ContentField): Fault[] {
  if (list.length < minItems) return fault(`must have at least ${minItems} entries, has ${list.length}`);
  return list.length > maxItems ? fault(`must have at most ${maxItems} entries, has ${list.length}`) : [];
}

export function checkUnique(list: readonly Json[]): Fault[] {
  const again = list.findIndex((one, n) => list.indexOf(one) < n);
  return again === -1 ? [] : fault("is listed twice", pointer(again));
}
