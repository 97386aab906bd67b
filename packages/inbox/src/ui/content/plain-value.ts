import type { ContentField, Json } from "@countersign/protocol";
import { formatDate, formatMoney, formatNumber } from "./format-value.ts";

/** A value that reads as one short text: numbers, amounts, days, choices, yes and no. Null where the kind or the value is another. */
export function plainValue({ kind }: ContentField, value: Json): string | null {
  if (kind === "number") return typeof value === "number" ? formatNumber(value) : null;
  if (kind === "money") return formatMoney(value);
  if (kind === "date") return formatDate(value);
  if (kind === "boolean") return value === true ? "Yes" : value === false ? "No" : null;
  return (kind === "select" || kind === "text") && typeof value === "string" ? value : null;
}
