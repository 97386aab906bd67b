import { auditEntrySchema, auditReportSchema, evidenceSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { hasOrderedRange, instant, queryText, statusList, UNORDERED_RANGE, wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";
import { streamAudit } from "../stream-audit.ts";

const tag = "Audit";
const seq = wholeNumber(0, Number.MAX_SAFE_INTEGER);

const pageQuery = z
  .object({
    afterSeq: seq.optional().describe("`seq` of the last entry that the caller has"),
    beforeSeq: seq.optional().describe("`seq` of the last entry of a page that lists the newest first"),
    sort: z.enum(["oldest", "newest"]).optional().describe("Default `oldest`, or `newest` with `beforeSeq`"),
    actionId: queryText.optional(),
    kind: queryText
      .transform((list) => list.split(","))
      .optional()
      .describe("One or several, separated by commas"),
    actorId: queryText.optional().describe("User, agent, worker or `executor`"),
    agentId: queryText.optional().describe("Key id of an agent: its own events and those of its actions"),
    toolName: queryText.optional().describe("Entries about this tool and its actions"),
    status: statusList
      .optional()
      .describe("Entries about actions that currently have one of these statuses, separated by commas"),
    from: instant.optional().describe("Earliest time of an entry"),
    until: instant.optional().describe("Entries before this time"),
    q: queryText.optional().describe("Text looked for in kind, action, actor's name and data"),
    limit: wholeNumber(1, 1000).optional(),
  })
  .refine(hasOrderedRange, UNORDERED_RANGE);

export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/audit",
    summary: "Read or search the audit log",
    tag,
    who: "member",
    query: pageQuery,
    answers: { 200: { description: "One page", schema: z.object({ items: z.array(auditEntrySchema) }) } },
    run: async ({ engine, principal, query: { kind, status, ...query } }) => {
      const filter = { ...query, ...(kind && { kinds: kind }), ...(status && status.length > 0 && { statuses: status }) };
      return mapResult(await engine.audit.page(principal, filter), (items) => ({ items }));
    },
  }),
  route({
    method: "POST",
    path: "/api/audit/verify",
    summary: "Verify the audit log: recompute every hash",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The number of verified entries and the faults", schema: auditReportSchema } },
    run: ({ engine, principal }) => engine.audit.verify(principal),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/evidence",
    summary: "Read the evidence of one action: all audit entries, each verified",
    tag,
    who: "member",
    answers: {
      200: { description: "The action, its entries with their hashes, and the faults", schema: evidenceSchema },
    },
    run: ({ engine, principal, params }) => engine.audit.evidence(principal, params.id),
  }),
  route({
    method: "GET",
    path: "/api/audit/export",
    summary: "Export the whole audit log with its hashes, one entry per line",
    tag,
    who: "member",
    answers: { 200: { description: "One entry per line", contentType: "application/x-ndjson" } },
    run: ({ engine, principal, request }) => streamAudit(engine, principal, request.method === "HEAD"),
  }),
];
