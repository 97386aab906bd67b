import type { Json, ContentField } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { language } from "../../../strings/language.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { isObject } from "../../../ui/diff/json.ts";

const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 21 });
const dates = new Intl.DateTimeFormat(language, {
  weekday: "short",
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const separatorOf = (type: "group" | "decimal"): string =>
  numbers.formatToParts(12_345.6).find((part) => part.type === type)?.value ?? "";
const GROUP = separatorOf("group");
const DECIMAL = separatorOf("decimal");

/** `1,299.5`. Keeps all digits: a number that would lose one by formatting is written as in JSON. */
export function formatNumber(value: number): string {
  const formatted = numbers.format(value);
  return Number(formatted.replaceAll(GROUP, "").replace(DECIMAL, ".")) === value ? formatted : String(value);
}

/** `1,299.00 EUR`, digit for digit; null if the value is not an amount of money. */
export function formatMoney(value: Json | undefined): string | null {
  if (!isObject(value) || Object.keys(value).length !== 2) return null;
  const { amount, currency } = value;
  const parts = typeof amount === "string" ? /^(-?)(\d+)(\.\d+)?$/.exec(amount) : null;
  if (!parts || typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return null;
  const [, sign = "", whole = "", rest = ""] = parts;
  return `${sign.replace("-", "−")}${whole.replace(/\B(?=(\d{3})+$)/g, GROUP)}${rest.replace(".", DECIMAL)} ${currency}`;
}

/** `Sat, January 31, 2026` for `2026-01-31`; null if the value is not a date. */
export function formatDate(value: Json | undefined): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? null : dates.format(time);
}

/** `412 bytes`, `12 kB`, `3,400 kB`. */
export const formatSize = (bytes: number): string =>
  bytes < 1024 ? strings.bytes(bytes) : strings.kilobytes(Math.ceil(bytes / 1024));

/** Formats a value that is one short text: numbers, amounts, dates, choices, booleans. Null for another kind or value. */
export function plainValue({ kind }: ContentField, value: Json): string | null {
  if (kind === "number") return typeof value === "number" ? formatNumber(value) : null;
  if (kind === "money") return formatMoney(value);
  if (kind === "date") return formatDate(value);
  if (kind === "boolean") return value === true ? uiStrings.yes : value === false ? uiStrings.no : null;
  return (kind === "select" || kind === "text") && typeof value === "string" ? value : null;
}
