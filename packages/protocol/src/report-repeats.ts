import type { z } from "zod";

/** Reports each text that is in the list before; `pathOf` says where the n-th one is. */
export function reportRepeats(
  context: z.RefinementCtx,
  texts: readonly string[],
  pathOf: (n: number) => PropertyKey[] = (n) => [n],
): void {
  for (const [n, one] of texts.entries())
    if (texts.indexOf(one) < n) context.addIssue({ code: "custom", path: pathOf(n), message: "is listed twice" });
}
