import { briefingSchema, jsonObject, refinementsSchema } from "@countersign/protocol";
import { z } from "zod";
import { openCounted } from "../live/open-counted.ts";
import { openLiveStream } from "../live/live-stream.ts";
import { queryText } from "../query-types.ts";
import { route } from "../route.ts";

const MAX_IDS = 200;
/** `Last-Event-ID` comes from the browser; a value that is not one of our numbers starts at the present. */
const readSeq = (sent: string | null | undefined) => (sent && /^\d{1,15}$/.test(sent) ? Number(sent) : null);

export const sessionRoutes = [
  route({
    method: "GET",
    path: "/api/sessions/{sessionId}/proposals",
    summary: "Read the review payloads of several actions at once",
    tag: "Sessions",
    who: "reader",
    query: z.object({
      ids: z
        .string()
        .transform((list) => list.split(",").filter((id) => id !== ""))
        .pipe(z.array(queryText).max(MAX_IDS))
        .describe("Ids, separated by commas"),
    }),
    answers: {
      200: { description: "Keyed by id; unknown ids are omitted", schema: z.record(z.string(), jsonObject) },
    },
    problems: ["TOO_LARGE"],
    run: ({ engine, principal, params, query }) => engine.actions.proposals(principal, params.sessionId, query.ids),
  }),
  route({
    method: "GET",
    path: "/api/sessions/{sessionId}/briefing",
    summary: "Read the pending actions of a session",
    tag: "Sessions",
    who: "reader",
    answers: { 200: { description: "Counts", schema: briefingSchema } },
    run: ({ engine, principal, params: { sessionId } }) => engine.actions.briefing(principal, { sessionId }),
  }),
  route({
    method: "GET",
    path: "/api/sessions/{sessionId}/refinements",
    summary: "List proposals of a session that people sent back and that were not proposed again",
    tag: "Sessions",
    who: "reader",
    answers: { 200: { description: "One message for the agent, and the list of proposals", schema: refinementsSchema } },
    run: ({ engine, principal, params: { sessionId } }) => engine.actions.refinements(principal, { sessionId }),
  }),
  route({
    method: "GET",
    path: "/api/refinements",
    summary: "List the agent's proposals of the last 7 days that people sent back and that were not proposed again",
    tag: "Sessions",
    who: "agent",
    answers: { 200: { description: "One message for the agent, and the list of proposals", schema: refinementsSchema } },
    run: ({ engine, principal }) => engine.actions.refinements(principal, {}),
  }),
  route({
    method: "GET",
    path: "/api/missions/{missionId}/briefing",
    summary: "Read the pending actions of a mission",
    tag: "Sessions",
    who: "reader",
    answers: { 200: { description: "Counts", schema: briefingSchema } },
    run: ({ engine, principal, params: { missionId } }) => engine.actions.briefing(principal, { missionId }),
  }),
  route({
    method: "GET",
    path: "/api/events",
    summary: "Follow live events; `Last-Event-ID` resumes without loss",
    tag: "Live events",
    who: "member",
    query: z.object({ sessionId: queryText.optional(), missionId: queryText.optional(), lastEventId: queryText.optional() }),
    answers: {
      200: {
        description:
          "`briefing`, then `action.created`, `action.updated`, `tool.changed`, `repeat.changed`, `checkpoint.changed`, `content.changed`, `member.changed`, `view.changed`, `emergency.changed`",
        contentType: "text/event-stream",
      },
    },
    run: async ({ engine, feeds, streams, principal, request, address, query, closing }) => {
      if (request.method === "HEAD") return new Response(null, { headers: { "Content-Type": "text/event-stream" } });
      const afterSeq = readSeq(request.headers.get("last-event-id") ?? query.lastEventId);
      const opened = await openCounted(streams, principal, (onEnd) =>
        openLiveStream({
          engine,
          feeds,
          principal,
          request,
          address,
          afterSeq,
          sessionId: query.sessionId ?? null,
          missionId: query.missionId ?? null,
          signal: closing,
          onEnd,
        }),
      );
      return opened.ok ? opened.value : opened;
    },
  }),
];
