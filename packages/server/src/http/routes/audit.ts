import { auditEntrySchema, auditReportSchema, evidenceSchema } from "@countersign/protocol";
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
    summary: "Read or search the audit log",
    tag,
    who: "member",
    query: z.object({
      afterSeq: seq.optional().describe("`seq` of the last entry there is already"),
      beforeSeq: seq.optional().describe("`seq` of the last entry of a page that has the newest first"),
      sort: z.enum(["oldest", "newest"]).optional().describe("`oldest` first, or `newest` with `beforeSeq`, unless told"),
      actionId: queryText.optional(),
      kind: queryText
        .transform((list) => list.split(","))
        .optional()
        .describe("One or several, with commas between"),
      actorId: queryText.optional().describe("User, agent, worker or `executor`"),
      q: queryText.optional().describe("Text looked for in kind, action, actor's name and data"),
      limit: wholeNumber(1, 1000).optional(),
    }),
    answers: { 200: { description: "One page", schema: z.object({ items: z.array(auditEntrySchema) }) } },
    run: async ({ engine, principal, query: { kind, ...query } }) =>
      mapResult(await engine.audit.page(principal, { ...query, ...(kind && { kinds: kind }) }), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/audit/verify",
    summary: "Read the whole audit log and compute each hash again",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "What was read and what does not hold", schema: auditReportSchema } },
    run: ({ engine, principal }) => engine.audit.verify(principal),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/evidence",
    summary: "Read everything on record about one action, each entry verified",
    tag,
    who: "member",
    answers: {
      200: { description: "The action, its entries with their hashes, and what does not hold", schema: evidenceSchema },
    },
    run: ({ engine, principal, params }) => engine.audit.evidence(principal, params.id),
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
