import { z } from "zod";
import { ToolFailure } from "../../../ports/tool.ts";
import type { OpenConnection } from "../connector.ts";
import { readsSetting } from "../read-tool.ts";

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
    .describe("Address of the REST API; GitHub Enterprise Server: `https://<host>/api/v3`"),
  repositories: z
    .array(z.string().regex(/^[\w.-]+\/([\w.-]+|\*)$/, "must be `owner/name`, or `owner/*` for all of an owner's"))
    .max(500)
    .default([])
    .describe("Repositories that agents can use, as `owner/name` or `owner/*`; empty for none"),
  reads: readsSetting,
});

export type GitHubConnection = OpenConnection<z.output<typeof githubCredentials>, z.output<typeof githubSettings>>;

export const repositoryName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/)
  .describe("`owner/name`");

/** Whether a repository, as `owner/name`, is on the connection's list. */
export function isAllowed({ settings }: GitHubConnection, repo: string): boolean {
  const [owner = "", name = ""] = repo.split("/");
  // GitHub's names are case-insensitive.
  const wanted = [`${owner}/${name}`, `${owner}/*`].map((entry) => entry.toLowerCase());
  const isPath = name === "." || name === "..";
  return !isPath && settings.repositories.some((entry) => wanted.includes(entry.toLowerCase()));
}

/** Refuses a repository that is not on the list, both on describe and on execution. */
export function allowRepository(connection: GitHubConnection, repo: string): { owner: string; repo: string } {
  if (!isAllowed(connection, repo)) {
    const message = `This connection cannot use the repository ${repo}. An administrator can add it under Settings, Services.`;
    throw new ToolFailure("forbidden", message, "/repo");
  }
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}
