import type { Document } from "openapi-backend";

/*
 * The operations of GitHub's REST API that the connector uses, as in its published OpenAPI description
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
const pages = [
  { name: "per_page", in: "query", schema: { type: "integer", maximum: 100 } },
  { name: "page", in: "query", schema: { type: "integer" } },
];
const issuePath = [...repositoryPath, { name: "issue_number", in: "path", required: true, schema: { type: "integer" } }];
const list = (operationId: string, parameters: object[], description: string) => ({
  get: { operationId, parameters: [...parameters, ...pages], responses: { 200: json({ type: "array" }, description) } },
});

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
    "/user/repos": list(
      "repos/list-for-authenticated-user",
      [{ name: "sort", in: "query", schema: { type: "string", enum: ["created", "updated", "pushed", "full_name"] } }],
      "Repositories",
    ),
    "/search/issues": list("search/issues-and-pull-requests", [{ name: "q", in: "query", schema: text }], "Found"),
    "/repos/{owner}/{repo}/labels": list("issues/list-labels-for-repo", repositoryPath, "Labels"),
    "/repos/{owner}/{repo}/assignees": list("issues/list-assignees", repositoryPath, "People"),
    "/repos/{owner}/{repo}/issues/{issue_number}": {
      get: { operationId: "issues/get", parameters: issuePath, responses: { 200: json(issue, "The issue") } },
    },
    "/repos/{owner}/{repo}/issues/{issue_number}/comments": list("issues/list-comments", issuePath, "Comments"),
    "/repos/{owner}/{repo}/issues": {
      get: {
        operationId: "issues/list-for-repo",
        parameters: [
          ...repositoryPath,
          { name: "state", in: "query", schema: { type: "string", enum: ["open", "closed", "all"] } },
          { name: "sort", in: "query", schema: { type: "string", enum: ["created", "updated", "comments"] } },
          { name: "direction", in: "query", schema: { type: "string", enum: ["asc", "desc"] } },
          { name: "since", in: "query", schema: { type: "string", format: "date-time" } },
          { name: "labels", in: "query", schema: text },
          { name: "assignee", in: "query", schema: text },
          ...pages,
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
