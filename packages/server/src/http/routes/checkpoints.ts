import {
  checkpointDetailSchema,
  checkpointResultSchema,
  checkpointSchema,
  decideCheckpointSchema,
  openCheckpointSchema,
  type ErrorCode,
} from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { queryText } from "../query-types.ts";
import { route } from "../route.ts";

const tag = "Checkpoints";
const decision = { method: "POST", tag, who: "approver", decides: true, body: decideCheckpointSchema } as const;
const answers = { 200: { description: "Counts, and a result for each", schema: checkpointResultSchema } };
const problems: readonly ErrorCode[] = ["INVALID_STATE", "DIGEST_MISMATCH"];

export const checkpointRoutes = [
  route({
    method: "POST",
    path: "/api/checkpoints",
    summary: "Open a checkpoint: what is proposed under it is put to one decision",
    tag,
    who: "agent",
    body: openCheckpointSchema,
    answers: { 200: { description: "The checkpoint", schema: checkpointSchema } },
    run: ({ engine, principal, body }) => engine.checkpoints.open(principal, body),
  }),
  route({
    method: "GET",
    path: "/api/checkpoints",
    summary: "List checkpoints with how much of each waits",
    tag,
    who: "reader",
    query: z.object({
      missionId: queryText.optional(),
      sessionId: queryText.optional(),
      open: z.enum(["true", "false"]).optional().describe("Only those that can be decided, or only those that are"),
    }),
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(checkpointSchema) }) } },
    run: async ({ engine, principal, query: { open, ...filter } }) =>
      mapResult(
        await engine.checkpoints.list(principal, { ...filter, ...(open === undefined ? {} : { open: open === "true" }) }),
        (items) => ({ items }),
      ),
  }),
  route({
    method: "GET",
    path: "/api/checkpoints/{id}",
    summary: "Read a checkpoint with its actions",
    tag,
    who: "reader",
    answers: { 200: { description: "As it is now", schema: checkpointDetailSchema } },
    run: ({ engine, principal, params }) => engine.checkpoints.get(principal, params.id),
  }),
  route({
    ...decision,
    path: "/api/checkpoints/{id}/approve",
    summary: "Approve all that waits under a checkpoint, but for what is excluded or critical",
    answers,
    problems,
    run: ({ engine, principal, params, body, channel }) =>
      engine.checkpoints.decide(principal, params.id, "approve", { ...body, channel }),
  }),
  route({
    ...decision,
    path: "/api/checkpoints/{id}/reject",
    summary: "Reject all that waits under a checkpoint, but for what is excluded or critical",
    answers,
    problems,
    run: ({ engine, principal, params, body, channel }) =>
      engine.checkpoints.decide(principal, params.id, "reject", { ...body, channel }),
  }),
];
