import { z } from "zod";
import { ToolFailure } from "../../../ports/tool.ts";
import type { OpenConnection } from "../connector.ts";

export const githubCredentials = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(500)
    .describe("Fine-grained personal access token with *Issues: read and write* on the repositories below"),
});

export const githubSettings = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://api.github.com")
    .meta({ title: "API address" })
    .describe("Of the REST API; GitHub Enterprise Server: `https://<host>/api/v3`"),
  repositories: z
    .array(z.string().regex(/^[\w.-]+\/([\w.-]+|\*)$/, "must be `owner/name`, or `owner/*` for all of an owner's"))
    .max(500)
    .default([])
    .describe("Repositories agents may ask for, as `owner/name` or `owner/*`; none without an entry"),
});

export type GitHubConnection = OpenConnection<z.output<typeof githubCredentials>, z.output<typeof githubSettings>>;

/** Refuses a repository that is not on the list, both on describe and on execution. */
export function allowRepository({ settings }: GitHubConnection, repo: string): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  // GitHub's names are case-insensitive.
  const wanted = [`${owner}/${name}`, `${owner}/*`].map((entry) => entry.toLowerCase());
  const isPath = name === "." || name === "..";
  if (isPath || !settings.repositories.some((entry) => wanted.includes(entry.toLowerCase()))) {
    const message = `${repo} is not one of the repositories this connection may use. An administrator can add it under Settings, Services.`;
    throw new ToolFailure("forbidden", message, "/repo");
  }
  return { owner, repo: name };
}
