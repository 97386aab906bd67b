import { text } from "@countersign/protocol";
import { z } from "zod";

export const queryText = text(500);

/** Whole number in decimal digits; `z.coerce` would read an empty value as 0. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .meta({ type: "integer", minimum: from, maximum: to });
