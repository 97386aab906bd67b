import { liftRepeatSchema, repeatSchema } from "@countersign/protocol";
import { z } from "zod";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

const tag = "Repeats of rejected calls";

export const repeatRoutes = [
  route({
    method: "GET",
    path: "/api/repeats",
    summary: "List tools whose rejected calls were repeated, including paused tools",
    tag,
    who: "member",
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(repeatSchema) }) } },
    run: async ({ engine, principal }) => mapResult(await engine.repeats.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/repeats/{id}/lift",
    summary: "Resume a paused tool; with `forget`, its rejected calls can be proposed again",
    tag,
    who: "approver",
    decides: true,
    body: liftRepeatSchema,
    answers: { 200: { description: "The lifted pause", schema: z.object({ id: z.string() }) } },
    run: ({ engine, principal, params, body }) => engine.repeats.lift(principal, params.id, body.forget ?? false),
  }),
];
