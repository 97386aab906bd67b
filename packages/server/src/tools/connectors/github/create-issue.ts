import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import type { LookupResult, ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";
import { askGitHub } from "./ask-github.ts";
import { allowRepository, repositoryName, type GitHubConnection } from "./settings.ts";

/** Characters. GitHub's own limit is 65,536; the rest is for the marker. */
const MAX_BODY = 65_000;
const PAGE = 100;
const MAX_PAGES = 10;
/** Assumed maximum by which GitHub's clock is behind ours. */
const SKEW_MS = 10 * 60_000;

/** End of the body, hidden by GitHub. The look-up accepts the marker only there, as an agent may write it elsewhere. */
const markerOf = (key: string): string => `<!-- countersign:${key} -->`;

const issueInput = z.strictObject({
  ...ownWorkspace,
  repo: repositoryName,
  title: z.string().min(1).max(256).regex(/\S/),
  body: z.string().max(MAX_BODY).optional().describe("GitHub Markdown"),
  labels: z.array(z.string().min(1).max(50)).max(100).optional(),
  assignees: z.array(z.string().min(1).max(100)).max(10).optional().describe("Logins"),
});

export const createIssueTool = (connection: GitHubConnection): ServerTool => ({
  definition: {
    name: "create_github_issue",
    title: "Create a GitHub issue",
    description: "Creates an issue in a GitHub repository. Labels and assignees must exist there.",
    inputSchema: inputSchemaOf(issueInput),
    effect: "reconcilable",
    risk: 3,
    protectedKeys: ["workspace_id", "repo"],
    timeoutSeconds: 120,
  },
  approval: "required",

  async describe(input) {
    const { repo, title, body = "", labels = [], assignees = [] } = readInput(issueInput, input, connection.workspaceId);
    allowRepository(connection, repo);
    return {
      preview: {
        title: `Create an issue in ${repo}`,
        summary: "A hidden comment with the id of this action is added at the end of the text.",
        count: 1,
        items: [{ title, body, labels, assignees }],
      },
    };
  },

  async execute(input, { idempotencyKey, signal }) {
    const { repo, title, body = "", labels = [], assignees = [] } = readInput(issueInput, input, connection.workspaceId);
    const place = allowRepository(connection, repo);
    signal.throwIfAborted();
    const marked = `${body}${body === "" ? "" : "\n\n"}${markerOf(idempotencyKey)}`;
    const issue = await askGitHub(connection, signal, (octokit) =>
      octokit.rest.issues.create({ ...place, title, body: marked, labels, assignees }),
    );
    return resultOf(repo, issue);
  },

  /** Uses the issue list, which shows a new issue at once; the search lags by minutes. */
  async lookup(input, { idempotencyKey, actionId, signal }): Promise<LookupResult> {
    const { repo } = readInput(issueInput, input, connection.workspaceId);
    const place = allowRepository(connection, repo);
    const since = proposedAt(actionId);
    const query = {
      ...place,
      state: "all",
      sort: "created",
      direction: "desc",
      per_page: PAGE,
      ...(since && { since }),
    } as const;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const issues = await askGitHub(connection, signal, (octokit) => octokit.rest.issues.listForRepo({ ...query, page }));
      const found = issues.find(({ body }) => body?.trimEnd().endsWith(markerOf(idempotencyKey)));
      if (found) return { happened: true, result: resultOf(repo, found) };
      if (issues.length < PAGE) return { happened: false };
    }
    return { happened: "unknown" };
  },
});

const resultOf = (repo: string, issue: { id: number; number: number; html_url: string }): JsonObject => ({
  repo,
  number: issue.number,
  url: issue.html_url,
});

/** Reads the proposal's time from the action id, a version 7 UUID. The issue cannot be older. */
function proposedAt(actionId: string): string | undefined {
  const milliseconds = /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(actionId)
    ? Number.parseInt(actionId.slice(0, 8) + actionId.slice(9, 13), 16)
    : undefined;
  return milliseconds === undefined ? undefined : new Date(milliseconds - SKEW_MS).toISOString();
}
