import type { ElementSummary } from "@countersign/protocol";

/** What visitors see of a page; only pages have drafts. */
export function publishedWords({ published, revision }: Pick<ElementSummary, "published" | "revision">): string {
  if (published === null) return "nothing, it is a draft";
  return published === revision ? "it as it is" : `revision ${published}, not the newest`;
}
