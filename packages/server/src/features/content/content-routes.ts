import {
  changeElementSchema,
  contentExportSchema,
  createElementSchema,
  elementPageSchema,
  elementPath,
  elementRevisionSchema,
  elementSchema,
  ELEMENT_KINDS,
  folderRightSchema,
  storedTypeSchema,
  writeTypeSchema,
} from "@countersign/protocol";
import { z } from "zod";
import type { ContentAdmin } from "./content-admin.ts";
import { refuse } from "../../core/refusal.ts";
import { bodyOf, readBytes } from "../../transport/read-body.ts";
import { fileResponse, pageResponse } from "./content-responses.ts";
import { mapResult } from "../../http/map-result.ts";
import { queryText } from "../../http/query-types.ts";
import { route } from "../../http/route.ts";

const tag = "Content";
const MAX_UPLOADED_BYTES = 20 * 1024 * 1024;
const MAX_IMPORTED_BYTES = 64 * 1024 * 1024;
const kindOf = z.enum(ELEMENT_KINDS);
const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
const loaded = z.object({ elements: z.number().int() });
const pageQuery = z.object({
  element: queryText
    .optional()
    .describe("Id of an element over whose current fields a template is rendered; default: its sample data"),
});
const html = { description: "HTML for a sandboxed frame", contentType: "text/html" };

export const contentRoutes = (content: ContentAdmin) => [
  route({
    method: "GET",
    path: "/api/content/types",
    summary: "List the types of content and their fields",
    tag,
    who: "member",
    answers: { 200: { description: "By kind and name", schema: listOf(storedTypeSchema) } },
    run: async ({ principal }) => mapResult(await content.types(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/content/types/{kind}/{name}",
    summary: "Create a content type or change its fields",
    tag,
    who: "admin",
    body: writeTypeSchema,
    answers: { 200: { description: "The type", schema: storedTypeSchema } },
    run: ({ principal, params, body }) => {
      const kind = kindOf.safeParse(params.kind);
      if (!kind.success) return Promise.resolve(refuse("NOT_FOUND", "There is no such content kind."));
      return content.writeType(principal, kind.data, params.name, body);
    },
  }),
  route({
    method: "GET",
    path: "/api/content/elements",
    summary: "List elements of a kind, by path",
    tag,
    who: "member",
    query: z.object({
      kind: kindOf,
      folder: queryText.optional().describe("Elements in this folder and below, and the folders directly in it"),
      type: queryText.optional(),
      tag: queryText.optional().describe("Id of a tag, including the tags below it"),
      q: queryText.optional().describe("Text in paths and fields"),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      cursor: queryText.optional(),
    }),
    answers: { 200: { description: "A page", schema: elementPageSchema } },
    run: ({ principal, query }) => content.elements(principal, query),
  }),
  route({
    method: "POST",
    path: "/api/content/elements",
    summary: "Create an element",
    tag,
    who: "approver",
    body: createElementSchema,
    answers: { 201: { description: "The element", schema: elementSchema } },
    run: ({ principal, body }) => content.create(principal, body),
  }),
  route({
    method: "GET",
    path: "/api/content/elements/{id}",
    summary: "Read an element with its references and the proposals on it",
    tag,
    who: "member",
    answers: { 200: { description: "The element", schema: elementSchema } },
    run: ({ principal, params }) => content.element(principal, params.id),
  }),
  route({
    method: "PUT",
    path: "/api/content/elements/{id}",
    summary: "Change an element or restore an older revision",
    tag,
    who: "approver",
    body: changeElementSchema,
    answers: { 200: { description: "The updated element", schema: elementSchema } },
    problems: ["STALE"],
    run: ({ principal, params, body }) => content.change(principal, params.id, body),
  }),
  route({
    method: "GET",
    path: "/api/content/elements/{id}/revisions",
    summary: "List the revisions of an element",
    tag,
    who: "member",
    answers: { 200: { description: "Newest first", schema: listOf(elementRevisionSchema) } },
    run: async ({ principal, params }) => mapResult(await content.revisions(principal, params.id), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/content/elements/{id}/page",
    summary: "Render a document or a template",
    tag,
    who: "member",
    query: pageQuery,
    answers: { 200: html },
    run: async ({ principal, params, query }) => pageResponse(await content.page(principal, params.id, query.element)),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/page/{side}",
    summary: "Render the current or proposed version of a document or template; the side is `current` or `proposed`",
    tag,
    who: "member",
    query: pageQuery,
    answers: { 200: html },
    run: async ({ principal, params: { id, side }, query }) =>
      side === "current" || side === "proposed"
        ? pageResponse(await content.proposalPage(principal, id, side, query.element))
        : refuse("NOT_FOUND", "The side is `current` or `proposed`."),
  }),
  route({
    method: "POST",
    path: "/api/content/assets",
    summary: "Upload a file: the body is its bytes, `Content-Type` its type",
    tag,
    who: "approver",
    query: z.object({ path: elementPath }),
    answers: { 201: { description: "The asset", schema: elementSchema } },
    problems: ["TOO_LARGE"],
    run: async ({ principal, query, request }) => {
      const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
      if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(mediaType)) {
        return refuse("UNSUPPORTED_MEDIA_TYPE", "Send the file's own `Content-Type`, such as image/png.");
      }
      const read = await readBytes(bodyOf(request), MAX_UPLOADED_BYTES);
      if (!read.ok) return read;
      return content.upload(principal, { path: query.path, mediaType, bytes: read.value });
    },
  }),
  route({
    method: "GET",
    path: "/api/content/files/{hash}",
    summary: "Read the bytes of an asset",
    tag,
    who: "member",
    answers: {
      200: { description: "A picture to display, any other file as a download", contentType: "application/octet-stream" },
    },
    run: async ({ principal, params }) => fileResponse(await content.file(principal, params.hash)),
  }),
  route({
    method: "GET",
    path: "/api/content/rights",
    summary: "List the folder permissions",
    tag,
    who: "admin",
    answers: { 200: { description: "The permissions, by folder", schema: listOf(folderRightSchema) } },
    run: async ({ principal }) => mapResult(await content.rights(principal), (items) => ({ items })),
  }),
  route({
    method: "PUT",
    path: "/api/content/rights",
    summary: "Replace the folder permissions; additional rights need `confirm: true`",
    tag,
    who: "admin",
    body: z.object({ items: z.array(folderRightSchema).max(1000), confirm: z.boolean().optional() }),
    answers: { 200: { description: "The permissions, by folder", schema: listOf(folderRightSchema) } },
    run: async ({ principal, body }) =>
      mapResult(await content.writeRights(principal, body.items, body.confirm), (items) => ({ items })),
  }),
  route({
    method: "GET",
    path: "/api/content/export",
    summary: "Export all content as one file",
    tag,
    who: "admin",
    answers: { 200: { description: "Types, elements and files of assets", schema: contentExportSchema } },
    run: ({ principal }) => content.export(principal),
  }),
  route({
    method: "POST",
    path: "/api/content/import",
    summary: "Import a content file, all or nothing",
    tag,
    who: "admin",
    body: contentExportSchema,
    bodyBytes: MAX_IMPORTED_BYTES,
    answers: { 200: { description: "The number of elements", schema: loaded } },
    problems: ["INVALID_STATE"],
    run: ({ principal, body }) => content.import(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/content/sample",
    summary: "Load sample content into an empty store",
    tag,
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The number of elements", schema: loaded } },
    problems: ["INVALID_STATE"],
    run: ({ principal }) => content.loadSample(principal),
  }),
];
