import {
  authorizationSchema,
  changeConnectionSchema,
  connectionSchema,
  connectionTestSchema,
  connectorSchema,
  createConnectionSchema,
  finishAuthorizationSchema,
  RECORD_KINDS,
  savedRecordSchema,
} from "@countersign/protocol";
import { z } from "zod";
import type { ConnectionAdmin } from "../../ports/connection-admin.ts";
import { mapResult } from "../map-result.ts";
import { queryText, wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";

const tag = "Connections";

/** OAuth redirect URI, a page of the inbox. It must be registered with the OAuth client at the service. */
const returnAddress = (publicUrl: string): string => `${publicUrl.replace(/\/+$/, "")}/admin/connections/authorized`;

export const connectionRoutes = (connections: ConnectionAdmin) => [
  route({
    method: "GET",
    path: "/api/connectors",
    summary: "List what a workspace can be connected to, with the schemas of settings and credentials",
    tag,
    who: "admin",
    answers: { 200: { description: "In the order they are offered", schema: z.object({ items: z.array(connectorSchema) }) } },
    run: async ({ principal }) => mapResult(await connections.connectors(principal), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/connections",
    summary: "List the workspace's connections to services, as this process sees them; no credential is in it",
    tag,
    who: "admin",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(connectionSchema) }) } },
    run: async ({ principal }) => mapResult(await connections.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/connections",
    summary: "Add a connection; its tools ask for approval until an administrator says otherwise",
    tag,
    who: "admin",
    body: createConnectionSchema,
    answers: { 201: { description: "The connection", schema: connectionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, body }) => connections.create(principal, body),
  }),
  route({
    method: "PUT",
    path: "/api/connections/{id}",
    summary: "Change settings, replace credentials, enable or disable; a change of settings ends what waits for its tools",
    tag,
    who: "admin",
    body: changeConnectionSchema,
    answers: { 200: { description: "The connection as it is now", schema: connectionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => connections.change(principal, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/api/connections/{id}",
    summary: "Remove a connection and its credentials; what waits for its tools ends",
    tag,
    who: "admin",
    answers: { 200: { description: "Its id", schema: z.object({ id: z.string() }) } },
    run: ({ principal, params }) => connections.remove(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/connections/{id}/test",
    summary: "Ask the service who we are there; changes nothing",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "What the service said", schema: connectionTestSchema } },
    run: ({ principal, params, signal }) => connections.test(principal, params.id, signal),
  }),
  route({
    method: "POST",
    path: "/api/connections/{id}/authorization",
    summary: "Say where the caller allows the access to their account at the service; it sends them back to the inbox",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The service's page", schema: authorizationSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, settings }) => connections.authorize(principal, params.id, returnAddress(settings.publicUrl)),
  }),
  route({
    method: "POST",
    path: "/api/connections/authorization",
    summary: "Take the service's answer to who asked for it, and store the credentials it stands for",
    tag,
    who: "admin",
    body: finishAuthorizationSchema,
    answers: { 200: { description: "The connection as it is now", schema: connectionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, body, settings, signal }) =>
      connections.finishAuthorization(principal, body.query, returnAddress(settings.publicUrl), signal),
  }),
  route({
    method: "GET",
    path: "/api/saved-records",
    summary: "List what approved calls saved in the workspace, newest first; for an agent, what its own calls saved",
    tag,
    who: "reader",
    query: z.object({
      kind: z.enum(RECORD_KINDS).optional(),
      cursor: queryText.optional(),
      limit: wholeNumber(1, 100).optional().describe("Default 50"),
    }),
    answers: {
      200: {
        description: "One page",
        schema: z.object({ items: z.array(savedRecordSchema), nextCursor: z.string().nullable() }),
      },
    },
    run: ({ engine, principal, query }) => engine.savedRecords.list(principal, query),
  }),
];
