import { auditEntrySchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { queryText, wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";
import { streamAudit } from "../stream-audit.ts";

const tag = "Audit";
const seq = wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/audit",
    summary: "Read the audit log, oldest first",
    tag,
    who: "member",
    query: z.object({
      afterSeq: seq.optional().describe("`seq` of the last entry there is already"),
      actionId: queryText.optional(),
      limit: wholeNumber(1, 1000).optional(),
    }),
    answers: { 200: { description: "One page", schema: z.object({ items: z.array(auditEntrySchema) }) } },
    run: async ({ engine, principal, query }) => mapResult(await engine.auditPage(principal, query), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/audit/export",
    summary: "Export the whole audit log with its hashes, one entry a line",
    tag,
    who: "member",
    answers: { 200: { description: "An entry a line", contentType: "application/x-ndjson" } },
    run: ({ engine, principal, request }) => streamAudit(engine, principal, request.method === "HEAD"),
  }),
];
