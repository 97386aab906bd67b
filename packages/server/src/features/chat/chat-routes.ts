import {
  changeChatAgentSchema,
  changeChatSessionSchema,
  chatAgentSchema,
  chatSchema,
  chatSessionPageSchema,
  chatSessionSchema,
  createChatSessionSchema,
  refinedInChatSchema,
  refineInChatSchema,
  sendChatMessageSchema,
} from "@countersign/protocol";
import { z } from "zod";
import type { Chats } from "./chats.ts";
import { openChatStream } from "./chat-stream.ts";
import { openCounted } from "../../http/live/open-counted.ts";
import { mapResult } from "../../http/map-result.ts";
import { queryText, wholeNumber } from "../../http/query-types.ts";
import { route } from "../../http/route.ts";

const tag = "Chat";
const session = (description: string) => ({ description, schema: chatSessionSchema });

export const chatRoutes = (chats: Chats) => [
  route({
    method: "GET",
    path: "/api/chat/agents",
    summary: "List the agents of the chat",
    tag,
    who: "member",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(chatAgentSchema) }) } },
    run: async ({ principal }) => mapResult(await chats.agents(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/chat/agents/{id}",
    summary: "Set up an agent for the chat, or change its instructions, model, widgets and limits",
    tag,
    who: "admin",
    body: changeChatAgentSchema,
    answers: { 200: { description: "The current state", schema: chatAgentSchema } },
    run: ({ principal, params, body }) => chats.changeAgent(principal, params.id, body),
  }),
  route({
    method: "GET",
    path: "/api/chat/sessions",
    summary: "List or search your conversations; with `everyone`, all that you may read",
    tag,
    who: "member",
    query: z.object({
      q: queryText.optional(),
      archived: z.enum(["true", "false"]).optional(),
      everyone: z.enum(["true", "false"]).optional(),
      limit: wholeNumber(1, 100).optional(),
      cursor: queryText.optional(),
    }),
    answers: { 200: { description: "Ordered by latest change", schema: chatSessionPageSchema } },
    run: ({ principal, query: { archived, everyone, ...rest } }) =>
      chats.sessions(principal, { ...rest, archived: archived === "true", everyone: everyone === "true" }),
  }),
  route({
    method: "POST",
    path: "/api/chat/sessions",
    summary: "Start a conversation",
    tag,
    who: "member",
    body: createChatSessionSchema,
    answers: { 201: session("The conversation") },
    run: ({ principal, body }) => chats.create(principal, body),
  }),
  route({
    method: "GET",
    path: "/api/chat/sessions/{id}",
    summary: "Read a conversation with its pending proposals",
    tag,
    who: "member",
    answers: { 200: { description: "All content", schema: chatSchema } },
    run: ({ principal, params }) => chats.read(principal, params.id),
  }),
  route({
    method: "PUT",
    path: "/api/chat/sessions/{id}",
    summary: "Rename, archive or restore a conversation, or hand it to another agent",
    tag,
    who: "member",
    body: changeChatSessionSchema,
    answers: { 200: session("As it is now") },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => chats.change(principal, params.id, body),
  }),
  route({
    method: "POST",
    path: "/api/chat/sessions/{id}/messages",
    summary: "Send a message; the agent starts a turn",
    tag,
    who: "member",
    body: sendChatMessageSchema,
    answers: { 202: session("The turn runs") },
    problems: ["INVALID_STATE", "RATE_LIMITED"],
    run: ({ principal, params, body }) => chats.send(principal, params.id, body),
  }),
  route({
    method: "POST",
    path: "/api/chat/sessions/{id}/continue",
    summary: "Let the agent continue without a new message",
    tag,
    who: "member",
    answers: { 202: session("The turn runs") },
    problems: ["INVALID_STATE", "RATE_LIMITED"],
    run: ({ principal, params }) => chats.goOn(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/chat/sessions/{id}/stop",
    summary: "Stop the current turn; its proposals stay",
    tag,
    who: "member",
    answers: { 200: session("As it is now") },
    run: ({ principal, params }) => chats.stop(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/chat/sessions/{id}/refine",
    summary: "Send proposals of a conversation back with feedback; the agent proposes them again",
    tag,
    who: "approver",
    decides: true,
    body: refineInChatSchema,
    answers: { 200: { description: "The proposals that were sent back", schema: refinedInChatSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => chats.refine(principal, params.id, body),
  }),
  route({
    method: "GET",
    path: "/api/chat/sessions/{id}/events",
    summary: "Follow a conversation; `Last-Event-ID` or `after` resumes without loss",
    tag,
    who: "member",
    query: z.object({ after: wholeNumber(0, 999_999_999_999).optional() }),
    answers: { 200: { description: "`session`, `message`, `delta`", contentType: "text/event-stream" } },
    run: async ({ feeds, streams, principal, request, address, params, query, closing }) => {
      const { id } = params;
      const opened = await openCounted(streams, principal, (onEnd) =>
        openChatStream({ chats, feeds, principal, request, address, id, after: query.after, signal: closing, onEnd }),
      );
      return opened.ok ? opened.value : opened;
    },
  }),
];
