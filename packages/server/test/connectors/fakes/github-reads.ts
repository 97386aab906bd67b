import type { Context, Handler } from "openapi-backend";
import type { GitHubIssue, Repository } from "./github.ts";

/** Search looks at no more results than this. */
const MAX_FOUND = 1000;

interface Reads {
  repositories: ReadonlyMap<string, Repository>;
  find(context: Context): Repository | undefined;
  people: readonly string[];
  refuse(status: number, message: string): Response;
  invalid(...errors: object[]): Response;
}

/** The reading operations of the fake: search with qualifiers, one issue with comments, labels, people, repositories. */
export function githubReads({ repositories, find, people, refuse, invalid }: Reads): Record<string, Handler> {
  const ofRepository =
    (answer: (repository: Repository, context: Context) => Response): Handler =>
    (context) => {
      const repository = find(context);
      return repository ? answer(repository, context) : refuse(404, "Not Found");
    };
  const numbered = ({ issues }: Repository, { request }: Context): GitHubIssue | undefined =>
    issues.find(({ number }) => number === Number(request.params["issue_number"]));

  return {
    "repos/list-for-authenticated-user": (context) => {
      const seen = [...repositories].filter(([name, { movedTo }]) => name !== "acme/secret" && !movedTo);
      const shown = seen.map(([name, { hasIssues }]) => ({
        full_name: name,
        description: null,
        html_url: `https://github.com/${name}`,
        has_issues: hasIssues,
        archived: false,
      }));
      return Response.json(pageOf(shown, context));
    },
    "search/issues-and-pull-requests": (context) => {
      const { q, page = 1, per_page: size = 30 } = context.request.query as Record<string, string>;
      if (!q) return invalid({ resource: "Search", field: "q", code: "missing" });
      const terms = q.match(/-?[\w-]*:?"[^"]*"|\S+/g) ?? [];
      const words = terms.filter((term) => !/^(repo|is|state):/.test(term));
      if (words.join(" ").length > 256) return refuse(422, "The search is longer than 256 characters.");
      const named = (key: string) =>
        terms.filter((term) => term.startsWith(`${key}:`)).map((term) => term.slice(key.length + 1));
      if (!named("is").some((kind) => ["issue", "pull-request"].includes(kind)))
        return refuse(422, "Query must include 'is:issue' or 'is:pull-request'");
      // Several `repo:` qualifiers mean any of them.
      const places = named("repo").map((name) => [name, find({ request: { params: pathOf(name) } } as never)] as const);
      if (places.length === 0 || places.some(([, place]) => !place)) {
        return invalid({
          message:
            "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
          resource: "Search",
          field: "q",
          code: "invalid",
        });
      }
      if (Number(page) * Number(size) > MAX_FOUND) return refuse(422, "Only the first 1000 search results are available");
      const found = places.flatMap(([name, place]) =>
        place!.issues
          .filter((issue) => fits(issue, named, words))
          .map((issue) => ({ ...issue, score: 1, repository_url: `https://api.github.com/repos/${name}` })),
      );
      return Response.json({ total_count: found.length, incomplete_results: false, items: pageOf(found, context) });
    },
    "issues/get": ofRepository((repository, context) => {
      const issue = numbered(repository, context);
      return issue ? Response.json(issue) : refuse(404, "Not Found");
    }),
    "issues/list-comments": ofRepository((repository, context) => {
      const issue = numbered(repository, context);
      return issue ? Response.json(pageOf(issue.said ?? [], context)) : refuse(404, "Not Found");
    }),
    "issues/list-labels-for-repo": ofRepository(({ issues }, context) => {
      const names = new Set(issues.flatMap(({ labels }) => labels.map(({ name }) => name)));
      return Response.json(
        pageOf(
          [...names].map((name) => ({ name, description: null })),
          context,
        ),
      );
    }),
    "issues/list-assignees": ofRepository((_, context) =>
      Response.json(
        pageOf(
          people.map((login, id) => ({ login, id })),
          context,
        ),
      ),
    ),
  };
}

const pathOf = (name: string) => ({ owner: name.split("/")[0], repo: name.split("/")[1] });

function fits(issue: GitHubIssue, named: (key: string) => string[], words: readonly string[]): boolean {
  const text = `${issue.title} ${issue.body ?? ""}`.toLowerCase();
  const isPull = issue.pull_request !== undefined;
  return (
    named("is").every((kind) => (kind === "pull-request") === isPull) &&
    named("state").every((state) => state === issue.state) &&
    words.every((word) => text.includes(word.replaceAll('"', "").toLowerCase()))
  );
}

function pageOf<T>(all: readonly T[], { request }: Context): T[] {
  const { page = 1, per_page: size = 30 } = request.query as Record<string, string>;
  return all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));
}
