import {
  LIST_SORTS,
  actionCommentSchema,
  actionPageSchema,
  actionSchema,
  commentSchema,
  countsSchema,
  outcomeSchema,
  proposedBatchSchema,
  proposeManySchema,
  proposeSchema,
  replySchema,
  timelineEntrySchema,
  type Outcome,
} from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { hasOrderedRange, instant, queryText, statusList, UNORDERED_RANGE, wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";
import { EXPORT_FORMATS, streamActions } from "../stream-actions.ts";

const tag = "Pending actions";
/** Statuses of an unfinished call, whose outcome is read later by id. */
const OPEN: readonly Outcome["status"][] = ["queued", "pending", "approved", "executing"];

const FILTER = {
  status: statusList.optional().describe("One or several, separated by commas"),
  toolName: queryText.optional(),
  missionId: queryText.optional(),
  sessionId: queryText.optional(),
  batchId: queryText.optional(),
  risk: wholeNumber(0, 5).optional(),
  proposedBy: queryText.optional().describe("Key id of an agent; an agent always sees its own actions only"),
  assignee: queryText
    .transform((id) => (id === "none" ? null : id))
    .optional()
    .describe("User id of the assignee, or `none` for actions that are assigned to nobody"),
  decidedBy: queryText.optional().describe("User id of a person who decided on the action, alone or as one of several"),
  from: instant.optional().describe("Earliest time of the proposal"),
  until: instant.optional().describe("Proposals before this time"),
  olderThanSeconds: wholeNumber(0, 10 * 365 * 86_400).optional(),
  q: queryText.optional().describe("Text looked for in tool name, caption, target and input"),
};

const listQuery = z
  .object({
    ...FILTER,
    sort: z.enum(LIST_SORTS).optional().describe("`newest` first, or `urgent`: highest risk, then oldest first"),
    limit: wholeNumber(1, 200).optional(),
    cursor: queryText.optional().describe("`nextCursor` of the previous page, with the same order"),
  })
  .refine(hasOrderedRange, UNORDERED_RANGE);

const exportQuery = z
  .object({ ...FILTER, format: z.enum(EXPORT_FORMATS).optional().describe("Default `jsonl`, one action per line") })
  .refine(hasOrderedRange, UNORDERED_RANGE);

export const actionRoutes = [
  route({
    method: "POST",
    path: "/api/pending-actions",
    summary: "Propose one call of a tool",
    tag,
    who: "agent",
    body: proposeSchema,
    answers: {
      202: { description: "Pending, or approved and about to run", schema: outcomeSchema },
      200: {
        description: "The final outcome: run without approval, or decided while the call was held",
        schema: outcomeSchema,
      },
    },
    problems: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT", "STALE", "RATE_LIMITED", "UNAVAILABLE"],
    run: ({ engine, principal, body, signal }) => engine.proposals.propose(principal, body, signal),
    statusOf: ({ status }) => (OPEN.includes(status) ? 202 : 200),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/batch",
    summary: "Propose many calls as one batch; all or none are stored",
    tag,
    who: "agent",
    body: proposeManySchema,
    answers: { 202: { description: "One id per action", schema: proposedBatchSchema } },
    problems: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT", "STALE", "RATE_LIMITED", "UNAVAILABLE"],
    run: ({ engine, principal, body }) => engine.proposals.proposeMany(principal, body),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions",
    summary: "List actions, newest or most urgent first",
    tag,
    who: "reader",
    query: listQuery,
    answers: { 200: { description: "One page", schema: actionPageSchema } },
    run: ({ engine, principal, query }) => engine.actions.list(principal, query),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/counts",
    summary: "Count actions by status, and pending actions by tool, risk and agent",
    tag,
    who: "reader",
    answers: { 200: { description: "Counts", schema: countsSchema } },
    run: ({ engine, principal }) => engine.actions.counts(principal),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/export",
    summary: "Export the actions that match a filter, newest first",
    tag,
    who: "reader",
    query: exportQuery,
    answers: {
      200: {
        description: "One action per line, as in a list; as CSV, the first line has the column names",
        contentType: ["application/x-ndjson", "text/csv"],
      },
    },
    run: ({ engine, principal, query: { format = "jsonl", ...filter }, request }) =>
      streamActions(engine, principal, { filter, format, headersOnly: request.method === "HEAD" }),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}",
    summary: "Read one action; `wait` holds until it leaves `pending`",
    tag,
    who: "reader",
    query: z.object({ wait: wholeNumber(0, 600).optional().describe("Seconds") }),
    answers: { 200: { description: "The updated action", schema: actionSchema } },
    problems: ["RATE_LIMITED"],
    run: ({ engine, principal, params, query, signal }) =>
      // An agent that reads is told what people ask it, which `get` does not note.
      query.wait || principal.kind === "agent"
        ? engine.actions.wait(principal, params.id, query.wait ?? 0, signal)
        : engine.actions.get(principal, params.id),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/result",
    summary: "Download a result that is too large for its action; agents read it at `/mcp`",
    tag,
    who: "member",
    answers: { 200: { description: "The whole result of the tool, as JSON", contentType: "application/octet-stream" } },
    run: async ({ engine, principal, params }) => {
      const read = await engine.actions.readResult(principal, params.id);
      if (!read.ok) return read;
      // Never rendered as a page of ours, because an untrusted server may have written it.
      const headers = {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename="result-${params.id.replaceAll(/[^A-Za-z0-9_-]/g, "")}.json"`,
      };
      return new Response(read.value, { headers });
    },
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/events",
    summary: "Read an action's timeline",
    tag,
    who: "reader",
    answers: { 200: { description: "Oldest first", schema: z.object({ items: z.array(timelineEntrySchema) }) } },
    run: async ({ engine, principal, params }) =>
      mapResult(await engine.actions.timeline(principal, params.id), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/cancel",
    summary: "Cancel your own pending proposal",
    tag,
    who: "agent",
    body: z.object({}),
    answers: { 200: { description: "The action, cancelled", schema: actionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params }) => engine.settlements.cancel(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/comments",
    summary: "Comment on an action or ask its agent a question; the action itself does not change",
    tag,
    who: "member",
    body: commentSchema,
    answers: { 200: { description: "The comment", schema: actionCommentSchema } },
    problems: ["INVALID_STATE", "IDEMPOTENCY_CONFLICT"],
    run: ({ engine, principal, params, body }) => engine.comments.add(principal, params.id, body),
  }),
  route({
    method: "POST",
    path: "/api/pending-actions/{id}/comments/{commentId}/reply",
    summary: "Reply once to a question about your own action",
    tag,
    who: "agent",
    body: replySchema,
    answers: { 200: { description: "The reply", schema: actionCommentSchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, params, body }) => engine.comments.reply(principal, params.id, params.commentId, body),
  }),
];
