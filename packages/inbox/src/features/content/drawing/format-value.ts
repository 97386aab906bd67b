import type { Json, ContentField } from "@countersign/protocol";
import { isObject } from "../../../ui/diff/json.ts";

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 21 });
const dates = new Intl.DateTimeFormat("en", {
  weekday: "short",
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const sizes = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** `1,299.5`. Keeps all digits: a number that would lose one by formatting is written as in JSON. */
export function formatNumber(value: number): string {
  const formatted = numbers.format(value);
  return Number(formatted.replaceAll(",", "")) === value ? formatted : String(value);
}

/** `1,299.00 EUR`, digit for digit; null if the value is not an amount of money. */
export function formatMoney(value: Json | undefined): string | null {
  if (!isObject(value) || Object.keys(value).length !== 2) return null;
  const { amount, currency } = value;
  const parts = typeof amount === "string" ? /^(-?)(\d+)(\.\d+)?$/.exec(amount) : null;
  if (!parts || typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return null;
  const [, sign = "", whole = "", rest = ""] = parts;
  return `${sign.replace("-", "−")}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest} ${currency}`;
}

/** `Sat, January 31, 2026` for `2026-01-31`; null if the value is not a date. */
export function formatDate(value: Json | undefined): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? null : dates.format(time);
}

/** `412 bytes`, `12 kB`, `3,400 kB`. */
export const formatSize = (bytes: number): string =>
  bytes < 1024 ? `${sizes.format(bytes)} bytes` : `${sizes.format(Math.ceil(bytes / 1024))} kB`;

/** Formats a value that is one short text: numbers, amounts, dates, choices, booleans. Null for another kind or value. */
export function plainValue({ kind }: ContentField, value: Json): string | null {
  if (kind === "number") return typeof value === "number" ? formatNumber(value) : null;
  if (kind === "money") return formatMoney(value);
  if (kind === "date") return formatDate(value);
  if (kind === "boolean") return value === true ? "Yes" : value === false ? "No" : null;
  return (kind === "select" || kind === "text") && typeof value === "string" ? value : null;
}
