import { z } from "zod";
import { json } from "./json.ts";
import { TARGET_STATES } from "./words.ts";

/** The target of an action: when it was proposed, now, and what a rebase would carry over to it. */
export const targetSchema = z.object({
  state: z.enum(TARGET_STATES),
  target: z.string().nullable(),
  snapshotThen: z.string().nullable(),
  snapshotNow: z.string().nullable(),
  current: json.nullable().describe("The target's value now; null where it is gone or cannot be read"),
  proposedNow: json.nullable().describe("What is carried over would make of the target now; null where the tool refuses"),
  conflicts: z
    .array(z.string())
    .optional()
    .describe("What a rebase leaves out, because somebody else changed it: JSON Pointers into the input, or names of fields"),
  canRebase: z.boolean().describe("A rebase would be accepted as things are now"),
  reason: z.string().optional().describe("Why it cannot be rebased, or why nobody looks"),
});
export type Target = z.infer<typeof targetSchema>;
