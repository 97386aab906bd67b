import type { DecisionItem } from "@countersign/protocol";

/** The server takes 200 items; fewer per request show progress, and fewer are in doubt if there is no answer. */
const MAX_ITEMS = 100;
/** The server takes bodies of 1 MiB. The rest is for the frame around the items. */
const MAX_BYTES = 1_000_000;

const bytesOf = (item: DecisionItem): number => new TextEncoder().encode(JSON.stringify(item)).length + 1;

/** Splits decisions into requests that the server accepts, in their order. An item too large for a request gets its own. */
export function chunkDecisions(items: readonly DecisionItem[]): DecisionItem[][] {
  const chunks: DecisionItem[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    const last = chunks.at(-1);
    if (last && last.length < MAX_ITEMS && bytes + size <= MAX_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      chunks.push([item]);
      bytes = size;
    }
  }
  return chunks;
}
