import type { AuditEntry } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { Engine } from "../ports/engine.ts";

const PAGE_ENTRIES = 500;

/** Streams the whole audit log, page by page as the client reads. A fault aborts it: a partial log must not look complete. */
export async function streamAudit(engine: Engine, by: Principal, headersOnly: boolean): Promise<Result<never> | Response> {
  let entries: Result<AuditEntry[]> = await engine.audit.page(by, { limit: headersOnly ? 1 : PAGE_ENTRIES });
  if (!entries.ok) return entries;
  const headers = { "Content-Type": "application/x-ndjson", "Content-Disposition": 'attachment; filename="audit.ndjson"' };
  if (headersOnly) return new Response(null, { headers });

  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!entries.ok) throw new Error(entries.refusal.detail);
      const last = entries.value.at(-1);
      if (last === undefined) return controller.close();
      controller.enqueue(encoder.encode(entries.value.map((entry) => `${JSON.stringify(entry)}\n`).join("")));
      entries = await engine.audit.page(by, { afterSeq: last.seq, limit: PAGE_ENTRIES });
    },
  });
  return new Response(body, { headers });
}
