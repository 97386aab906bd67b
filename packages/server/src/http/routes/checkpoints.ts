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
const answers = { 200: { description: "Counts, and one result per action", schema: checkpointResultSchema } };
const problems: readonly ErrorCode[] = ["INVALID_STATE", "DIGEST_MISMATCH"];

export const checkpointRoutes = [
  route({
    method: "POST",
    path: "/api/checkpoints",
    summary: "Open a checkpoint; people decide on the calls proposed under it together",
    tag,
    who: "agent",
    body: openCheckpointSchema,
    answers: { 200: { description: "The checkpoint", schema: checkpointSchema } },
    run: ({ engine, principal, body }) => engine.checkpoints.open(principal, body),
  }),
  route({
    method: "GET",
    path: "/api/checkpoints",
    summary: "List checkpoints with the number of their pending calls",
    tag,
    who: "reader",
    query: z.object({
      missionId: queryText.optional(),
      sessionId: queryText.optional(),
      open: z.enum(["true", "false"]).optional().describe("Only open checkpoints, or only decided ones"),
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
    answers: { 200: { description: "The current state", schema: checkpointDetailSchema } },
    run: ({ engine, principal, params }) => engine.checkpoints.get(principal, params.id),
  }),
  route({
    ...decision,
    path: "/api/checkpoints/{id}/approve",
    summary: "Approve all pending calls of a checkpoint except excluded and critical ones",
    answers,
    problems,
    run: ({ engine, principal, params, body, channel }) =>
      engine.checkpoints.decide(principal, params.id, "approve", { ...body, channel }),
  }),
  route({
    ...decision,
    path: "/api/checkpoints/{id}/reject",
    summary: "Reject all pending calls of a checkpoint except excluded and critical ones",
    answers,
    problems,
    run: ({ engine, principal, params, body, channel }) =>
      engine.checkpoints.decide(principal, params.id, "reject", { ...body, channel }),
  }),
];
