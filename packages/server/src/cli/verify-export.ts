import { readJson, auditEntrySchema } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import { createChainReader } from "../core/audit-chain.ts";
import { parseJson } from "../core/parse-json.ts";
import type { AuditReport } from "@countersign/protocol";

export type ExportReport = Pick<AuditReport, "events" | "head" | "faults">;

/**
 * Verifies an exported log on its own: recomputes each hash from the line and the previous hash. Cannot detect missing lines at
 * the end; compare the head with one recorded earlier.
 */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ExportReport> {
  const chain = createChainReader();
  const end = (problem?: string): ExportReport => ({
    events: chain.end.seq,
    head: chain.end.hash,
    faults: problem === undefined ? [] : [{ seq: chain.end.seq + 1, problem }],
  });
  for await (const line of lines) {
    if (line === "") continue;
    const entry = auditEntrySchema.safeParse(parseJson(line));
    if (!entry.success) return end("not a line of an audit export");
    // People read `data`, but the hash covers `text`; the two must be equal.
    const text = readJson(entry.data.text);
    if (!text.ok || canonicalJson(text.value) !== canonicalJson(entry.data.data))
      return end("`data` differs from the text that was hashed");
    const fault = chain.read(entry.data);
    if (fault) return { ...end(), faults: [fault] };
  }
  return end();
}
