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
    summary: "List the connectors with the schemas of their settings and credentials",
    tag,
    who: "admin",
    answers: {
      200: { description: "The connectors, in display order", schema: z.object({ items: z.array(connectorSchema) }) },
    },
    run: async ({ principal }) => mapResult(await connections.connectors(principal), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/connections",
    summary: "List the workspace's connections to services, with their state in this process; without credentials",
    tag,
    who: "admin",
    answers: { 200: { description: "By name", schema: z.object({ items: z.array(connectionSchema) }) } },
    run: async ({ principal }) => mapResult(await connections.list(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/connections",
    summary: "Add a connection; its tools require approval until an administrator changes that",
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
    summary:
      "Change a connection's settings, replace its credentials, enable or disable it; a change of settings ends the open actions of its tools",
    tag,
    who: "admin",
    body: changeConnectionSchema,
    answers: { 200: { description: "The updated connection", schema: connectionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => connections.change(principal, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/api/connections/{id}",
    summary: "Remove a connection and its credentials; open actions of its tools end",
    tag,
    who: "admin",
    answers: { 200: { description: "The id", schema: z.object({ id: z.string() }) } },
    run: ({ principal, params }) => connections.remove(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/connections/{id}/test",
    summary: "Test a connection by asking the service whose credentials these are; changes nothing",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The service's answer", schema: connectionTestSchema } },
    run: ({ principal, params, signal }) => connections.test(principal, params.id, signal),
  }),
  route({
    method: "POST",
    path: "/api/connections/{id}/authorization",
    summary: "Get the address where the caller authorizes access at the service, which then redirects to the inbox",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The address at the service", schema: authorizationSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, settings }) => connections.authorize(principal, params.id, returnAddress(settings.publicUrl)),
  }),
  route({
    method: "POST",
    path: "/api/connections/authorization",
    summary: "Complete an authorization with the service's answer and store the credentials",
    tag,
    who: "admin",
    body: finishAuthorizationSchema,
    answers: { 200: { description: "The updated connection", schema: connectionSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, body, settings, signal }) =>
      connections.finishAuthorization(principal, body.query, returnAddress(settings.publicUrl), signal),
  }),
  route({
    method: "GET",
    path: "/api/saved-records",
    summary: "List records that approved calls saved, newest first; agents see those of their own calls",
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
