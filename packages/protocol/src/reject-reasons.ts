import { z } from "zod";
import { reportRepeats } from "./report-repeats.ts";

export const MAX_REJECT_REASONS = 8;
export const MAX_REJECT_REASON_CHARACTERS = 200;

/** A reason is a button, so it has one line. Space at both ends is removed before anything is checked. */
const reason = z
  .string()
  .trim()
  .min(1)
  .max(MAX_REJECT_REASON_CHARACTERS)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]*$/u, "must be one line without control characters");

/** Reasons that people choose from when they reject a call of a tool. */
export const rejectReasons = z
  .array(reason)
  .max(MAX_REJECT_REASONS)
  .superRefine((reasons, context) => reportRepeats(context, reasons));
