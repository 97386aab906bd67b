import addFormats from "ajv-formats";
import { OpenAPIBackend, type Context } from "openapi-backend";
import { GITHUB_OPENAPI } from "./github-openapi.ts";
import { githubReads } from "./github-reads.ts";
import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

export interface GitHubIssue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: string;
  html_url: string;
  labels: { name: string }[];
  assignees: { login: string; id: number }[];
  user: { login: string };
  comments: number;
  created_at: string;
  updated_at: string;
  pull_request?: object;
  /** The comments themselves, which the API lists elsewhere. */
  said?: { id: number; user: { login: string } | null; body: string; created_at: string; html_url: string }[];
}

export interface Repository {
  issues: GitHubIssue[];
  hasIssues: boolean;
  /** New name of a renamed repository; requests are redirected there. */
  movedTo?: string;
}

export interface FakeGitHub extends FaultyServer {
  repositories: Map<string, Repository>;
  issuesOf(repo: string): GitHubIssue[];
}

/** `write` may create issues, `read` may only read; both see every repository except `acme/secret`. */
export const GITHUB_TOKENS = { write: "github_pat_write", read: "github_pat_read" } as const;

const PEOPLE = ["octocat", "hubot"];
const DOCS = "https://docs.github.com/rest";
const MAX_BODY = 65_536;

/** Fake of GitHub's issues over real HTTP, with GitHub's own refusals. */
export async function startFakeGitHub(): Promise<FakeGitHub> {
  const repositories = new Map<string, Repository>([
    ["acme/app", { issues: [], hasIssues: true }],
    ["acme/docs", { issues: [], hasIssues: false }],
    ["acme/old", { issues: [], hasIssues: true, movedTo: "acme/app" }],
    ["acme/secret", { issues: [], hasIssues: true }],
    ["acme/other", { issues: [], hasIssues: true }],
  ]);
  let lastId = 1000;

  const find = ({ request }: Context): Repository | undefined => {
    const { owner, repo } = request.params as { owner: string; repo: string };
    const name = `${owner}/${repo}`.toLowerCase();
    return name === "acme/secret" ? undefined : repositories.get(name);
  };

  const api = new OpenAPIBackend({
    definition: GITHUB_OPENAPI,
    strict: true,
    ajvOpts: { strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  api.register({
    ...githubReads({ repositories, find, people: PEOPLE, refuse, invalid }),
    notFound: () => refuse(404, "Not Found"),
    validationFail: ({ validation }) =>
      refuse(422, "Invalid request.\n\n" + (validation.errors ?? []).map(({ message }) => message).join("\n")),
    "users/get-authenticated": () => Response.json({ login: "countersign-bot", id: 7 }),
    "repos/get": (context) => {
      const repository = find(context);
      return repository
        ? Response.json({ full_name: nameOf(context), has_issues: repository.hasIssues })
        : refuse(404, "Not Found");
    },
    "issues/list-for-repo": (context) => {
      const repository = find(context);
      if (!repository) return refuse(404, "Not Found");
      const query = context.request.query as Record<string, string>;
      const { since, state = "open", assignee, labels, page = 1, per_page: size = 30 } = query;
      const shown = repository.issues
        .filter(({ updated_at: at }) => !since || Date.parse(at) >= Date.parse(since))
        .filter((issue) => state === "all" || issue.state === state)
        .filter((issue) => !assignee || issue.assignees.some(({ login }) => login === assignee))
        .filter((issue) => !labels || labels.split(",").every((label) => issue.labels.some(({ name }) => name === label)))
        .reverse();
      return Response.json(shown.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)));
    },
    "issues/create": (context, request: Request) => {
      const repository = find(context);
      if (!repository) return refuse(404, "Not Found");
      if (tokenOf(request) !== GITHUB_TOKENS.write) return refuse(403, "Resource not accessible by personal access token");
      if (!repository.hasIssues) return refuse(410, "Issues has been disabled in this repository.");
      const { title, body = null, labels = [], assignees = [] } = context.request.requestBody as NewIssue;
      if (title.trim() === "") return invalid({ resource: "Issue", field: "title", code: "missing_field" });
      if (body !== null && body.length > MAX_BODY) {
        return invalid({
          resource: "Issue",
          field: "body",
          code: "custom",
          message: "body is too long (maximum is 65536 characters)",
        });
      }
      const stranger = assignees.find((login) => !PEOPLE.includes(login));
      if (stranger) return invalid({ resource: "Issue", field: "assignees", code: "invalid", value: stranger });
      lastId += 1;
      const number = repository.issues.length + 1;
      const at = new Date().toISOString().replace(/\.\d+Z$/, "Z");
      const issue: GitHubIssue = {
        id: lastId,
        number,
        title,
        body,
        state: "open",
        html_url: `https://github.com/${nameOf(context)}/issues/${number}`,
        labels: labels.map((name) => ({ name })),
        assignees: assignees.map((login) => ({ login, id: PEOPLE.indexOf(login) + 1 })),
        user: { login: "countersign-bot" },
        comments: 0,
        created_at: at,
        updated_at: at,
      };
      repository.issues.push(issue);
      return Response.json(issue, { status: 201 });
    },
  });
  await api.init();

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (!Object.values<string>(GITHUB_TOKENS).includes(tokenOf(request))) return refuse(401, "Bad credentials");
    const movedTo = repositories.get(url.pathname.split("/").slice(2, 4).join("/").toLowerCase())?.movedTo;
    if (movedTo) {
      const location = `${url.origin}/repos/${movedTo}`;
      return Response.json({ message: "Moved Permanently", url: location }, { status: 301, headers: { location } });
    }
    const body = await request.clone().text();
    const { method, headers } = request;
    const parts = { method, path: url.pathname, query: url.search.slice(1), headers: Object.fromEntries(headers), body };
    return (await api.handleRequest(parts, request)) as Response;
  }

  const limited = (): Response =>
    Response.json(
      {
        message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        documentation_url: DOCS,
      },
      { status: 403, headers: { "retry-after": "60" } },
    );
  const server = await startFaultyServer({ handle, limited });
  const issuesOf = (repo: string): GitHubIssue[] => repositories.get(repo)?.issues ?? [];
  return Object.assign(server, { repositories, issuesOf });
}

interface NewIssue {
  title: string;
  body?: string;
  labels?: string[];
  assignees?: string[];
}

const tokenOf = (request: Request): string => request.headers.get("authorization")?.replace(/^(token|bearer) /i, "") ?? "";
const nameOf = ({ request }: Context): string => `${String(request.params["owner"])}/${String(request.params["repo"])}`;
const refuse = (status: number, message: string): Response =>
  Response.json({ message, documentation_url: DOCS, status: String(status) }, { status });
const invalid = (...errors: object[]): Response =>
  Response.json({ message: "Validation Failed", errors, documentation_url: DOCS, status: "422" }, { status: 422 });
