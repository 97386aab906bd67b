import type { Document } from "openapi-backend";

/*
 * The four operations of GitHub's REST API that the connector uses, as in its published OpenAPI description
 * (api.github.com, version 2022-11-28): paths, parameters, required fields and types.
 */

const text = { type: "string" } as const;
const repositoryPath = [
  { name: "owner", in: "path", required: true, schema: text },
  { name: "repo", in: "path", required: true, schema: text },
];
const json = (schema: object, description: string) => ({ description, content: { "application/json": { schema } } });

const user = { type: "object", required: ["login", "id"], properties: { login: text, id: { type: "integer" } } };
const issue = {
  type: "object",
  required: ["id", "number", "title", "state", "html_url", "labels", "created_at", "updated_at"],
  properties: {
    id: { type: "integer" },
    number: { type: "integer" },
    title: text,
    body: { type: "string", nullable: true },
    state: text,
    html_url: { type: "string", format: "uri" },
    labels: { type: "array", items: { type: "object", properties: { name: text } } },
    assignees: { type: "array", items: user },
    created_at: { type: "string", format: "date-time" },
    updated_at: { type: "string", format: "date-time" },
  },
};

export const GITHUB_OPENAPI = {
  openapi: "3.0.3",
  info: { title: "GitHub v3 REST API, a part of it", version: "2022-11-28" },
  paths: {
    "/user": { get: { operationId: "users/get-authenticated", responses: { 200: json(user, "Who the token is") } } },
    "/repos/{owner}/{repo}": {
      get: {
        operationId: "repos/get",
        parameters: repositoryPath,
        responses: { 200: json({ type: "object", required: ["full_name"] }, "The repository") },
      },
    },
    "/repos/{owner}/{repo}/issues": {
      get: {
        operationId: "issues/list-for-repo",
        parameters: [
          ...repositoryPath,
          { name: "state", in: "query", schema: { type: "string", enum: ["open", "closed", "all"] } },
          { name: "sort", in: "query", schema: { type: "string", enum: ["created", "updated", "comments"] } },
          { name: "direction", in: "query", schema: { type: "string", enum: ["asc", "desc"] } },
          { name: "since", in: "query", schema: { type: "string", format: "date-time" } },
          { name: "per_page", in: "query", schema: { type: "integer", maximum: 100 } },
          { name: "page", in: "query", schema: { type: "integer" } },
        ],
        responses: { 200: json({ type: "array", items: issue }, "Issues") },
      },
      post: {
        operationId: "issues/create",
        parameters: repositoryPath,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["title"],
                properties: {
                  title: { oneOf: [text, { type: "integer" }] },
                  body: text,
                  labels: { type: "array", items: text },
                  assignees: { type: "array", items: text },
                },
              },
            },
          },
        },
        responses: { 201: json(issue, "Created") },
      },
    },
  },
} as unknown as Document;
