import { z } from "zod";
import { jsonObject, text } from "./json.ts";
import { ERROR_CODES } from "./errors.ts";
import { MAX_SHOWN_MS, VERDICTS } from "./words.ts";

const words = text(10_000);
const digest = text(100)
  .describe("The digest that was on the screen: required to approve (DIGEST_REQUIRED); a decision on anything else is refused")
  .optional();

const shownForMs = z
  .number()
  .int()
  .min(0)
  .max(MAX_SHOWN_MS)
  .describe("How long the action was on the person's screen before they decided, as the surface says; kept for insights only")
  .optional();

const notBefore = z.iso
  .datetime({ offset: true })
  .describe(
    "Of an approval: earliest start, in the future; the latest one of several approvals counts. Omit it to start at once",
  )
  .optional();

export const approveSchema = z.object({
  userEdits: jsonObject.optional(),
  comment: words.optional(),
  digest,
  notBefore,
  shownForMs,
});
export const rejectSchema = z.object({ reason: words.optional(), digest, shownForMs });
export const refineSchema = z.object({ feedback: words.min(1), digest, shownForMs });
export const rebaseSchema = z.object({ digest });
/** Body of a request to assign a pending action. The request is refused if `seen` is not the present assignee. */
export const assignSchema = z.object({
  personId: text(200).nullable().describe("User id of a person who may decide on it now; null for nobody"),
  seen: text(200).nullable().describe("User id of the assignee that was shown; null for nobody"),
});

const end = z.iso.datetime({ offset: true }).nullable();
/** Body of a request to change when a pending action expires. The request is refused if it does not expire at `seen` now. */
export const timeLimitSchema = z.object({
  expiresAt: end.describe("In the future, and at most `latestExpiresAt`; null for never, where there is no latest"),
  seen: end.describe("The `expiresAt` that was shown; null for never"),
});
export const settleSchema = z.object({ outcome: z.enum(["executed", "failed"]), note: words.min(1) });
export const withdrawSchema = z.object({ comment: words.optional() });
export const retrySchema = z.object({ comment: words.optional() });

/** Body of a request to preview edits. The response is the action as it would be with them; nothing is stored. */
export const previewEditsSchema = z.object({ userEdits: jsonObject });

export const batchApproveSchema = z.object({
  items: z
    .array(
      z.object({
        pendingActionId: text(100),
        userEdits: jsonObject.optional(),
        exclude: z.boolean().optional(),
        digest,
        notBefore,
        shownForMs,
      }),
    )
    .max(200),
});

export const decisionsSchema = z.object({
  items: z
    .array(
      z.object({
        pendingActionId: text(100),
        verdict: z.enum(VERDICTS),
        userEdits: jsonObject.optional(),
        reason: words.optional(),
        feedback: words.optional(),
        comment: words.optional(),
        digest,
        notBefore,
        shownForMs,
      }),
    )
    .min(1)
    .max(200),
});
export type DecisionItem = z.infer<typeof decisionsSchema>["items"][number];

export const batchResultSchema = z.object({
  batchId: z.string().nullable(),
  approved: z.number().int(),
  voted: z.number().int().describe("Approved by you, and still waiting for others"),
  rejected: z.number().int(),
  refined: z.number().int(),
  skipped: z.number().int(),
  results: z.array(
    z.object({
      pendingActionId: text(100),
      outcome: z.enum(["approved", "voted", "rejected", "refined", "skipped"]),
      code: z.enum(ERROR_CODES as [string, ...string[]]).optional(),
      detail: z.string().optional(),
    }),
  ),
});
export type BatchResult = z.infer<typeof batchResultSchema>;
