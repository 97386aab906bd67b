import { z } from "zod";
import type { Json, JsonObject } from "@countersign/protocol";
import type { ServerTool } from "../../../ports/tool.ts";
import { ownWorkspace } from "../read-input.ts";
import { cutText, readTool } from "../read-tool.ts";
import { ServiceFault } from "../service-fault.ts";
import { askGitHub } from "./ask-github.ts";
import { allowRepository, isAllowed, repositoryName, type GitHubConnection } from "./settings.ts";

/** Entries of one page. */
const PAGE = 30;
/** GitHub searches no further than 1,000 results. */
const MAX_SEARCH_PAGE = Math.floor(1000 / PAGE);
/** Characters. GitHub takes queries of 256, of which the qualifiers need some. */
const MAX_QUERY = 100;
/** Characters of a comment that are returned; 30 comments stay well below the limit of a result. */
const MAX_COMMENT = 10_000;

const pageUpTo = (max: number) => z.int().min(1).max(max).default(1).describe("From 1; `nextPage` of the previous response");
const page = pageUpTo(10_000);
const state = z.enum(["open", "closed", "all"]);
const inRepository = { ...ownWorkspace, repo: repositoryName };

const searchInput = z.strictObject({
  ...inRepository,
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY)
    .regex(/[^\s"]/)
    .describe("Words in the issue; qualifiers such as `label:` have no effect"),
  kind: z.enum(["issue", "pull_request"]).default("issue"),
  state: state.default("all"),
  page: pageUpTo(MAX_SEARCH_PAGE),
});
const listInput = z.strictObject({
  ...inRepository,
  state: state.default("open"),
  labels: z
    .array(
      z
        .string()
        .min(1)
        .max(50)
        .regex(/^[^,]+$/),
    )
    .max(20)
    .optional()
    .describe("Issues with all of these labels"),
  assignee: z.string().min(1).max(100).optional().describe("Login, `none` or `*` for any"),
  since: z.iso.datetime({ offset: true }).optional().describe("Changed at or after this time"),
  page,
});
const getInput = z.strictObject({
  ...inRepository,
  number: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  page: page.describe("Page of the comments, from 1"),
});
const namesInput = z.strictObject({ ...inRepository, page });
const repositoriesInput = z.strictObject({ ...ownWorkspace, page });

/** Tools by which an agent finds issues, labels and people, and reads back what it wrote. */
export const githubReadTools = (connection: GitHubConnection): ServerTool[] => [
  listRepositoriesTool(connection),
  searchIssuesTool(connection),
  listIssuesTool(connection),
  getIssueTool(connection),
  listNamesTool(connection, "labels"),
  listNamesTool(connection, "assignees"),
];

const searchIssuesTool = (connection: GitHubConnection): ServerTool =>
  readTool({
    name: "search_github_issues",
    title: "Search GitHub issues",
    description: `Finds issues or pull requests of one GitHub repository by words, best match first, ${PAGE} at a time.`,
    input: searchInput,
    workspaceId: connection.workspaceId,
    say: ({ repo, query }) => `Search the issues of ${allowed(connection, repo)} for “${query}”`,
    async read({ repo, query, kind, state: wanted, page: at }, signal) {
      const { owner, repo: name } = allowRepository(connection, repo);
      const kinds = kind === "issue" ? "is:issue" : "is:pull-request";
      const states = wanted === "all" ? [] : [`state:${wanted}`];
      const q = [`repo:${owner}/${name}`, kinds, ...states, ...quoteWords(query)].join(" ");
      const { items } = await askGitHub(connection, signal, (octokit) =>
        octokit.request("GET /search/issues", { q, per_page: PAGE, page: at }),
      );
      // Whatever the query became at GitHub, nothing of another repository is returned.
      const end = `/repos/${owner}/${name}`.toLowerCase();
      const found = items.filter(({ repository_url: url }) => url.toLowerCase().endsWith(end));
      return pageOf(found.map(shortIssue), at, items.length === PAGE && at < MAX_SEARCH_PAGE);
    },
  });

const listIssuesTool = (connection: GitHubConnection): ServerTool =>
  readTool({
    name: "list_github_issues",
    title: "List GitHub issues",
    description: `Lists issues and pull requests of one GitHub repository, newest first, ${PAGE} at a time.`,
    input: listInput,
    workspaceId: connection.workspaceId,
    say: ({ repo }) => `List the issues of ${allowed(connection, repo)}`,
    async read({ repo, state: wanted, labels, assignee, since, page: at }, signal) {
      const query = {
        ...allowRepository(connection, repo),
        state: wanted,
        per_page: PAGE,
        page: at,
        ...(labels && { labels: labels.join(",") }),
        ...(assignee !== undefined && { assignee }),
        ...(since !== undefined && { since: new Date(since).toISOString() }),
      };
      const issues = await askGitHub(connection, signal, (octokit) => octokit.rest.issues.listForRepo(query));
      return pageOf(issues.map(shortIssue), at, issues.length === PAGE);
    },
  });

const getIssueTool = (connection: GitHubConnection): ServerTool =>
  readTool({
    name: "get_github_issue",
    title: "Read a GitHub issue",
    description: `Reads one GitHub issue or pull request with its text and its comments, oldest first, ${PAGE} at a time.`,
    input: getInput,
    workspaceId: connection.workspaceId,
    say: ({ repo, number }) => `Read ${allowed(connection, repo)}#${number}`,
    async read({ repo, number, page: at }, signal) {
      const asked = { ...allowRepository(connection, repo), issue_number: number };
      const issue = await askGitHub(connection, signal, (octokit) => octokit.rest.issues.get(asked)).catch(blameNumber);
      const comments = await askGitHub(connection, signal, (octokit) =>
        octokit.rest.issues.listComments({ ...asked, per_page: PAGE, page: at }),
      );
      return {
        ...shortIssue(issue),
        body: issue.body ?? "",
        comments: comments.map(({ id, user, created_at: createdAt, html_url: url, body = "" }) => ({
          id,
          author: user?.login ?? null,
          createdAt,
          url,
          body: cutText(body, MAX_COMMENT),
        })),
        nextPage: comments.length === PAGE ? at + 1 : null,
      };
    },
  });

const listNamesTool = (connection: GitHubConnection, what: "labels" | "assignees"): ServerTool =>
  readTool({
    name: `list_github_${what}`,
    title: what === "labels" ? "List GitHub labels" : "List GitHub assignees",
    description:
      what === "labels"
        ? `Lists the labels that an issue of one GitHub repository can have, ${PAGE} at a time.`
        : `Lists the people to whom an issue of one GitHub repository can be assigned, ${PAGE} at a time.`,
    input: namesInput,
    workspaceId: connection.workspaceId,
    say: ({ repo }) => `List the ${what} of ${allowed(connection, repo)}`,
    async read({ repo, page: at }, signal) {
      const asked = { ...allowRepository(connection, repo), per_page: PAGE, page: at };
      const items: JsonObject[] =
        what === "labels"
          ? (await askGitHub(connection, signal, (octokit) => octokit.rest.issues.listLabelsForRepo(asked))).map(
              ({ name, description }) => ({ name, description: description ?? "" }),
            )
          : (await askGitHub(connection, signal, (octokit) => octokit.rest.issues.listAssignees(asked))).map(({ login }) => ({
              login,
            }));
      return pageOf(items, at, items.length === PAGE);
    },
  });

const listRepositoriesTool = (connection: GitHubConnection): ServerTool =>
  readTool({
    name: "list_github_repositories",
    title: "List GitHub repositories",
    description: `Lists the GitHub repositories that the other GitHub tools can use. \`allowed\` has the rules; \`items\` the account's own repositories among them, ${PAGE} at a time.`,
    input: repositoriesInput,
    workspaceId: connection.workspaceId,
    say: () => "List the allowed GitHub repositories",
    async read({ page: at }, signal) {
      const found = await askGitHub(connection, signal, (octokit) =>
        octokit.rest.repos.listForAuthenticatedUser({ sort: "full_name", per_page: PAGE, page: at }),
      );
      const items = found
        .filter(({ full_name: name }) => isAllowed(connection, name))
        .map(({ full_name: repo, description, html_url: url, has_issues: hasIssues, archived }) => ({
          repo,
          description: description ?? "",
          url,
          hasIssues,
          archived,
        }));
      return { allowed: connection.settings.repositories, ...pageOf(items, at, found.length === PAGE) };
    },
  });

/** Throws for a repository that is not on the list. */
function allowed(connection: GitHubConnection, repo: string): string {
  allowRepository(connection, repo);
  return repo;
}

/** A quoted word is searched for as it is; without the quotation marks `repo:` would name another repository. */
const quoteWords = (query: string): string[] =>
  query
    .split(/[\s"]+/)
    .filter((word) => word !== "")
    .map((word) => `"${word.replaceAll("\\", "")}"`);

const pageOf = (items: Json[], at: number, isMore: boolean) => ({ items, nextPage: isMore ? at + 1 : null });

interface Issue {
  number: number;
  title: string;
  state: string;
  html_url: string;
  labels: (string | { name?: string | null })[];
  assignees?: { login: string }[] | null;
  user: { login: string } | null;
  comments: number;
  created_at: string;
  updated_at: string;
  pull_request?: object | undefined;
}

const shortIssue = (issue: Issue) => ({
  number: issue.number,
  kind: issue.pull_request ? "pull_request" : "issue",
  title: issue.title,
  state: issue.state,
  url: issue.html_url,
  author: issue.user?.login ?? null,
  labels: issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
  assignees: (issue.assignees ?? []).map(({ login }) => login),
  commentCount: issue.comments,
  createdAt: issue.created_at,
  updatedAt: issue.updated_at,
});

function blameNumber(error: unknown): never {
  if (!(error instanceof ServiceFault) || error.kind !== "not_found") throw error;
  throw new ServiceFault("not_found", error.message, { path: "/number" });
}
