import type { Json, JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { githubConnector } from "../../src/tools/connectors/github/github-connector.ts";
import type { Gate } from "../support/gate.ts";
import { GITHUB_TOKENS, startFakeGitHub, type FakeGitHub, type GitHubIssue } from "./fakes/github.ts";
import { readContract } from "./read-contract.ts";
import { attempt, openConnection, toolOf } from "./support.ts";
import { openConnectorGate } from "./through-gate.ts";

const READS: Record<string, () => JsonObject> = {
  list_github_repositories: () => ({}),
  search_github_issues: () => ({ repo: "acme/app", query: "issue" }),
  list_github_issues: () => ({ repo: "acme/app" }),
  get_github_issue: () => ({ repo: "acme/app", number: 1 }),
  list_github_labels: () => ({ repo: "acme/app" }),
  list_github_assignees: () => ({ repo: "acme/app" }),
};

describe("what an agent reads on GitHub", () => {
  let github: FakeGitHub;
  let gate: Gate;
  const connect = (repositories = ["acme/app", "acme/docs"], token: string = GITHUB_TOKENS.read) =>
    openConnection(githubConnector, { baseUrl: github.url, repositories, reads: true }, { token });
  const run = (name: string, input: JsonObject, open = connect()) => attempt(toolOf(githubConnector, open, name), input);
  const read = async (name: string, input: JsonObject, open = connect()): Promise<Json> => {
    const ran = await run(name, input, open);
    if (ran.ended !== "executed") throw new Error(JSON.stringify(ran));
    return ran.result;
  };
  function add(repo: string, more: Partial<GitHubIssue> = {}): GitHubIssue {
    const issues = github.issuesOf(repo);
    const number = issues.length + 1;
    const at = `2026-04-${String(1 + (number % 28)).padStart(2, "0")}T08:00:00Z`;
    const issue: GitHubIssue = {
      id: number,
      number,
      title: `issue ${number}`,
      body: null,
      state: "open",
      html_url: `https://github.com/${repo}/issues/${number}`,
      labels: [],
      assignees: [],
      user: { login: "octocat" },
      comments: 0,
      created_at: at,
      updated_at: at,
      ...more,
    };
    issues.push(issue);
    return issue;
  }
  const numbers = (page: Json): number[] => (page as { items: { number: number }[] }).items.map(({ number }) => number);

  beforeAll(async () => {
    github = await startFakeGitHub();
    gate = await openConnectorGate(githubConnector, connect());
  });
  afterAll(async () => {
    await gate.close();
    await github.close();
  });
  beforeEach(() => {
    if (github.faults.length > 0) throw new Error("a fault of the test before never struck");
    for (const { issues } of github.repositories.values()) issues.length = 0;
  });

  describe("the promises of reads", () => {
    beforeEach(() => void add("acme/app"));
    readContract(githubConnector, READS, {
      gate: () => gate,
      service: () => github,
      open: connect,
      openWrong: () => connect(["acme/app"], "github_pat_wrong"),
      isRead: () => true,
    });
  });

  test("an issue comes with its text and its comments, a page at a time", async () => {
    const said = Array.from({ length: 31 }, (_, n) => ({
      id: n,
      user: n === 0 ? null : { login: "hubot" },
      body: n === 1 ? "x".repeat(10_001) : `comment ${n}`,
      created_at: "2026-04-02T08:00:00Z",
      html_url: `https://github.com/acme/app/issues/1#c${n}`,
    }));
    add("acme/app", { title: "Streamline", body: "Two screens", labels: [{ name: "ux" }], comments: 31, said });
    const first = (await read("get_github_issue", { repo: "acme/app", number: 1 })) as { comments: { body: string }[] };
    expect(first).toMatchObject({
      number: 1,
      kind: "issue",
      title: "Streamline",
      body: "Two screens",
      author: "octocat",
      labels: ["ux"],
      commentCount: 31,
      nextPage: 2,
    });
    expect(first.comments).toHaveLength(30);
    expect(first.comments[0]).toMatchObject({ author: null, body: "comment 0" });
    expect(first.comments[1]?.body).toBe(`${"x".repeat(10_000)} […1 more characters]`);
    const second = await read("get_github_issue", { repo: "acme/app", number: 1, page: 2 });
    expect(second).toMatchObject({ comments: [{ body: "comment 30" }], nextPage: null });
  });

  test("a list has pages and filters", async () => {
    for (let count = 0; count < 31; count += 1) add("acme/app");
    add("acme/app", { state: "closed", labels: [{ name: "ux" }, { name: "bug" }], assignees: [{ login: "octocat", id: 1 }] });
    const list = (more: JsonObject = {}) => read("list_github_issues", { repo: "acme/app", ...more });
    expect(numbers(await list())).toEqual(Array.from({ length: 30 }, (_, n) => 31 - n));
    expect(await list()).toMatchObject({ nextPage: 2 });
    expect(await list({ page: 2 })).toMatchObject({ items: [{ number: 1 }], nextPage: null });
    expect(numbers(await list({ state: "closed" }))).toEqual([32]);
    expect(numbers(await list({ state: "all", labels: ["ux", "bug"], assignee: "octocat" }))).toEqual([32]);
    expect(numbers(await list({ state: "all", labels: ["ux", "other"] }))).toEqual([]);
    expect(numbers(await list({ since: "2026-04-28T10:00:00+02:00" }))).toEqual([27]);
  });

  test("a search finds issues or pull requests by their words", async () => {
    add("acme/app", { title: "Login fails" });
    add("acme/app", { title: "Fix login", pull_request: {} });
    add("acme/app", { title: "Login is slow", state: "closed" });
    const search = (more: JsonObject = {}) => read("search_github_issues", { repo: "acme/app", query: "login", ...more });
    expect(numbers(await search())).toEqual([1, 3]);
    expect(numbers(await search({ state: "open" }))).toEqual([1]);
    expect(numbers(await search({ kind: "pull_request" }))).toEqual([2]);
    expect(await search()).toMatchObject({ items: [{ kind: "issue" }, { kind: "issue" }], nextPage: null });
  });

  test.each(["secret repo:acme/other", 'secret" repo:acme/other "', "secret\\ repo:acme/other", "repo:acme/other"])(
    "G8 the words %j search no other repository",
    async (query) => {
      add("acme/other", { title: "secret", body: "repo:acme/other" });
      expect(await read("search_github_issues", { repo: "acme/app", query })).toEqual({ items: [], nextPage: null });
    },
  );

  test("labels, people and the repositories that may be used", async () => {
    add("acme/app", { labels: [{ name: "ux" }] });
    expect(await read("list_github_labels", { repo: "acme/app" })).toEqual({
      items: [{ name: "ux", description: "" }],
      nextPage: null,
    });
    expect(await read("list_github_assignees", { repo: "acme/app" })).toMatchObject({
      items: [{ login: "octocat" }, { login: "hubot" }],
    });
    const listed = async (repositories: string[]) => read("list_github_repositories", {}, connect(repositories));
    expect(await listed(["Acme/App"])).toMatchObject({
      allowed: ["Acme/App"],
      items: [{ repo: "acme/app", url: "https://github.com/acme/app", hasIssues: true, archived: false }],
    });
    expect(await listed(["acme/*"])).toMatchObject({
      items: [{ repo: "acme/app" }, { repo: "acme/docs" }, { repo: "acme/other" }],
    });
    expect(await listed([])).toEqual({ allowed: [], items: [], nextPage: null });
  });

  test.each(Object.keys(READS).filter((name) => "repo" in READS[name]!()))(
    "G8 %s of a repository that is not on the list is refused, when proposed and when run",
    async (name) => {
      const input = READS[name]!();
      const other = { ...input, repo: "acme/other" };
      const refused = await gate.engine.proposals.propose(gate.agent, { toolName: name, toolInput: other });
      expect(refused).toMatchObject({
        ok: false,
        refusal: { errors: [{ message: expect.stringContaining("cannot use the repository") }] },
      });
      const open = connect();
      const tool = toolOf(githubConnector, open, name);
      await tool.describe(input, { workspaceId: "w" });
      open.settings.repositories = [];
      const before = github.requests.length;
      await expect(attempt(tool, input)).rejects.toMatchObject({ code: "forbidden", path: "/repo" });
      expect(github.requests).toHaveLength(before);
    },
  );

  test.each([
    ["get_github_issue", { repo: "acme/app", number: 9 }, "/number"],
    ["list_github_issues", { repo: "acme/secret" }, "/repo"],
    ["list_github_labels", { repo: "acme/old" }, "/repo"],
  ] as const)("%s %o ends as invalid at %s", async (name, input, path) => {
    const open = connect(["acme/*"]);
    expect(await run(name, input, open)).toMatchObject({ ended: "failed", error: { code: "invalid", path } });
  });
});
