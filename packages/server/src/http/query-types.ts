import { ACTION_STATUSES, text } from "@countersign/protocol";
import { z } from "zod";

export const queryText = text(500);

/** One or several statuses with commas between. */
export const statusList = z
  .string()
  .transform((list) => list.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.enum(ACTION_STATUSES)));

const FIRST_INSTANT = Date.parse("1970-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T00:00:00Z");

/** Instant in ISO 8601 with a time zone, from 1970 to 9999; returned in UTC with milliseconds. */
export const instant = z.iso
  .datetime({ offset: true, error: "must be a time in ISO 8601 with a time zone, such as 2026-01-31T00:00:00Z" })
  .refine((value) => Date.parse(value) >= FIRST_INSTANT && Date.parse(value) <= LAST_INSTANT, "must be from 1970 to 9999")
  .transform((value) => new Date(value).toISOString());

/** Refuses a range that cannot contain anything, which is a mistake of the caller. */
export function hasOrderedRange({ from, until }: { from?: string | undefined; until?: string | undefined }): boolean {
  return from === undefined || until === undefined || from < until;
}
export const UNORDERED_RANGE = { path: ["until"], error: "must be after from" };

/** Whole number in decimal digits; `z.coerce` would read an empty value as 0. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .meta({ type: "integer", minimum: from, maximum: to });
