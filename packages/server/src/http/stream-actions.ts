import type { ActionPage } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { ActionFilter } from "../ports/actions.ts";
import type { Engine } from "../ports/engine.ts";
import { CSV_HEAD, toCsvLine } from "./actions-csv.ts";

export const EXPORT_FORMATS = ["jsonl", "csv"] as const;

const PAGE_ROWS = 200;

/** `head` is the beginning of the file, before the first action. */
const FORMATS = {
  jsonl: { contentType: "application/x-ndjson", head: "", toLine: (row) => `${JSON.stringify(row)}\n` },
  csv: { contentType: "text/csv; charset=utf-8", head: CSV_HEAD, toLine: toCsvLine },
} as const satisfies Record<
  (typeof EXPORT_FORMATS)[number],
  { contentType: string; head: string; toLine: (row: ActionPage["items"][number]) => string }
>;

interface Export {
  filter: ActionFilter;
  format: keyof typeof FORMATS;
  /** Whether the client asked for the headers only. */
  headersOnly: boolean;
}

/**
 * Streams the pages of the list, newest first, as the client reads. The list itself is asked, so an export contains what its
 * caller may list and nothing else. A fault aborts it: a partial export must not look complete.
 */
export async function streamActions(
  engine: Engine,
  by: Principal,
  { filter, format, headersOnly }: Export,
): Promise<Result<never> | Response> {
  const read = (cursor?: string) =>
    engine.actions.list(by, { ...filter, sort: "newest", limit: headersOnly ? 1 : PAGE_ROWS, ...(cursor && { cursor }) });
  const first = await read();
  if (!first.ok) return first;
  const { contentType, head, toLine } = FORMATS[format];
  const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="actions.${format}"` };
  if (headersOnly) return new Response(null, { headers });

  const encoder = new TextEncoder();
  let next: Result<ActionPage> | null = first;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (head !== "") controller.enqueue(encoder.encode(head));
    },
    async pull(controller) {
      if (next === null) return controller.close();
      if (!next.ok) throw new Error(next.refusal.detail);
      const { items, nextCursor }: ActionPage = next.value;
      if (items.length > 0) controller.enqueue(encoder.encode(items.map(toLine).join("")));
      next = nextCursor === null ? null : await read(nextCursor);
      // A pull that enqueues nothing is not repeated.
      if (items.length === 0 && next === null) controller.close();
    },
  });
  return new Response(body, { headers });
}
