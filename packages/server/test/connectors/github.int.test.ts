import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ToolFailure } from "../../src/ports/tool.ts";
import { githubConnector } from "../../src/tools/connectors/github/github-connector.ts";
import { codeOf, propose, type Gate } from "../support/gate.ts";
import { connectorContract } from "./contract.ts";
import { GITHUB_TOKENS, startFakeGitHub, type FakeGitHub } from "./fakes/github.ts";
import { attempt, openConnection, toolOf } from "./support.ts";
import { approve, loseLease, openConnectorGate, runAgain, runApproved, untilEnded } from "./through-gate.ts";
import { never } from "../support/never.ts";
import { until } from "../support/until.ts";

const TOOL = "create_github_issue";
const INPUT = { repo: "acme/app", title: "Streamline onboarding step 3", body: "Collapse the two screens" };

connectorContract(githubConnector, [TOOL], async () => {
  const github = await startFakeGitHub();
  return {
    settings: { baseUrl: github.url, repositories: ["acme/app"] },
    credentials: { token: GITHUB_TOKENS.write },
    wrongCredentials: { token: "github_pat_wrong" },
    secrets: [GITHUB_TOKENS.write, "github_pat_wrong"],
    writes: { [TOOL]: { input: () => ({ ...INPUT }) } },
    effects: () => github.issuesOf("acme/app").length,
    trouble: (kind, onStrike) => github.strike(kind, undefined, onStrike),
    close: github.close,
  };
});

describe("issues on GitHub", () => {
  let github: FakeGitHub;
  let gate: Gate;
  const connect = (token: string = GITHUB_TOKENS.write, repositories = ["acme/app", "Acme/Docs", "acme/old", "acme/secret"]) =>
    openConnection(githubConnector, { baseUrl: github.url, repositories }, { token });
  const run = (input: JsonObject, open = connect()) => attempt(toolOf(githubConnector, open, TOOL), input);
  const issues = () => github.issuesOf("acme/app");

  beforeAll(async () => {
    github = await startFakeGitHub();
    gate = await openConnectorGate(githubConnector, connect());
  });
  afterAll(async () => {
    await gate.close();
    await github.close();
  });
  beforeEach(() => {
    issues().length = 0;
    if (github.faults.length > 0) throw new Error("a fault of the test before never struck");
  });

  test("the reviewer sees what will be created, item by item", async () => {
    const { preview, target } = await toolOf(githubConnector, connect(), TOOL).describe(
      { ...INPUT, labels: ["ux"], assignees: ["octocat"] },
      { workspaceId: "w" },
    );
    expect(preview).toEqual({
      title: "Create an issue in acme/app",
      summary: expect.stringContaining("with the id of this action"),
      count: 1,
      items: [{ title: INPUT.title, body: INPUT.body, labels: ["ux"], assignees: ["octocat"] }],
    });
    expect(target).toBeUndefined();
  });

  test("G1 G3 an approved call opens one issue, with the edits, and answers with its address", async () => {
    const id = await propose(gate, TOOL, { ...INPUT, labels: ["ux"] });
    expect(issues()).toEqual([]);
    await approve(gate, id, { title: "Streamline onboarding" });
    expect(await untilEnded(gate, id)).toMatchObject({
      status: "executed",
      result: { repo: "acme/app", number: 1, url: "https://github.com/acme/app/issues/1" },
    });
    expect(issues()).toMatchObject([{ title: "Streamline onboarding", labels: [{ name: "ux" }] }]);
    expect(issues()[0]?.body).toBe(`${INPUT.body}\n\n<!-- countersign:act_${id} -->`);
  });

  test("the repository is not the reviewer's to edit, nor the agent's to choose", async () => {
    const id = await propose(gate, TOOL, INPUT);
    const edited = await gate.engine.decisions.approve(gate.people.approver, id, {
      userEdits: { repo: "acme/docs" },
      channel: "api",
    });
    expect(codeOf(edited)).toBe("INVALID_INPUT");
    for (const repo of ["acme/other", "other/app", "acme/..", "acme/.", "../app"]) {
      const refused = await gate.engine.proposals.propose(gate.agent, { toolName: TOOL, toolInput: { ...INPUT, repo } });
      expect(refused).toMatchObject({ ok: false, refusal: { errors: [{ path: expect.stringMatching(/repo$/) }] } });
    }
  });

  test("G9 a call may name its own workspace and no other", async () => {
    const { workspaceId } = connect();
    expect(await run({ ...INPUT, workspace_id: workspaceId })).toMatchObject({ ended: "executed" });
    const other = run({ ...INPUT, workspace_id: "ws_other" });
    await expect(other).rejects.toMatchObject({ code: "forbidden", path: "/workspace_id" });
    expect(issues()).toHaveLength(1);
  });

  test("a list holds names of any case, or an owner's whole; without an entry nothing is allowed", async () => {
    const look = (list: string[], repo: string) =>
      toolOf(githubConnector, connect(undefined, list), TOOL).describe({ ...INPUT, repo }, { workspaceId: "w" });
    await expect(look(["ACME/App"], "acme/app")).resolves.toBeDefined();
    await expect(look(["acme/*"], "Acme/anything")).resolves.toBeDefined();
    for (const repo of ["acme/..", "acme/.", "acme2/app"]) await expect(look(["acme/*"], repo)).rejects.toThrow(ToolFailure);
    await expect(look([], "acme/app")).rejects.toThrow("cannot use the repository");
    expect(githubConnector.settings.safeParse({ repositories: ["*/*"] }).success).toBe(false);
  });

  test("G8 a repository taken off the list after the approval is refused when it runs", async () => {
    const open = connect();
    const tool = toolOf(githubConnector, open, TOOL);
    await tool.describe(INPUT, { workspaceId: "w" });
    open.settings.repositories = [];
    const asked = { workspaceId: "w", proposedBy: { kind: "agent", id: "agent" }, approvedBy: ["approver"] } as const;
    const context = { ...asked, actionId: "1", idempotencyKey: "act_1", attempt: 1, target: null, snapshot: null };
    const ran = tool.execute(INPUT, { ...context, signal: never });
    await expect(ran).rejects.toMatchObject({ code: "forbidden", path: "/repo" });
    expect(issues()).toEqual([]);
  });

  test.each([
    ["cut_after", "executed", 1],
    ["error_after", "executed", 1],
    ["cut_before", "outcome_unknown", 0],
    ["error_before", "outcome_unknown", 0],
    ["rate_limit", "failed", 0],
  ] as const)("G3 G5 %s: %s, and run again there is one issue", async (kind, status, count) => {
    github.strike(kind);
    const ended = await runApproved(gate, TOOL, INPUT);
    expect(ended).toMatchObject({ status });
    expect(issues()).toHaveLength(count);
    if (status === "executed") return;
    expect(await runAgain(gate, ended.id)).toMatchObject({ status: "executed", result: { number: 1 } });
    expect(issues()).toHaveLength(1);
  });

  test("G3 an effect that the list does not show yet is nobody's failure; run again it is found", async () => {
    github.strike("cut_after");
    github.strike("cut_before", ({ method }) => method === "GET");
    const ended = await runApproved(gate, TOOL, INPUT);
    expect(ended).toMatchObject({ status: "outcome_unknown" });
    expect(issues()).toHaveLength(1);
    expect(await runAgain(gate, ended.id)).toMatchObject({ status: "executed", result: { number: 1 } });
    expect(issues()).toHaveLength(1);
  });

  test("G3 G5 a process that dies while GitHub works leaves one issue, and the next process finds it", async () => {
    github.strike("hang_after");
    const id = await propose(gate, TOOL, INPUT);
    await approve(gate, id);
    await until(() => issues().length === 1);
    await loseLease(gate, id);
    expect(await untilEnded(gate, id)).toMatchObject({
      status: "executed",
      attempts: [{ outcome: "lost" }, { outcome: "executed" }],
    });
    expect(issues()).toHaveLength(1);
  });

  test("a marker inside somebody's text is not taken for ours, and old issues are paged through", async () => {
    github.strike("cut_before");
    const ended = await runApproved(gate, TOOL, INPUT);
    const marker = `<!-- countersign:act_${ended.id} -->`;
    const forged = await runApproved(gate, TOOL, { ...INPUT, title: "forged", body: `${marker} and more ${marker}` });
    expect(forged).toMatchObject({ status: "executed" });
    for (let count = 0; count < 150; count += 1) await run({ ...INPUT, title: `noise ${count}` });
    expect(await runAgain(gate, ended.id)).toMatchObject({ status: "executed", result: { number: 152 } });
  });

  test.each([
    [{ repo: "acme/secret" }, GITHUB_TOKENS.write, "invalid", "/repo", "cannot see it"],
    [{ repo: "acme/docs" }, GITHUB_TOKENS.write, "invalid", "/repo", "Issues has been disabled"],
    [{ repo: "acme/old" }, GITHUB_TOKENS.write, "invalid", "/repo", "Use its current name"],
    [{ assignees: ["nobody"] }, GITHUB_TOKENS.write, "invalid", "/assignees", "assignees invalid (nobody)"],
    [{}, GITHUB_TOKENS.read, "forbidden", undefined, "Resource not accessible by personal access token"],
    [{}, "github_pat_wrong", "forbidden", undefined, "Bad credentials"],
  ] as const)("%o as %s ends as %s", async (more, token, code, path, words) => {
    const ran = await run({ ...INPUT, ...more } as JsonObject, connect(token));
    expect(ran).toMatchObject({ ended: "failed", error: { code, path } });
    if (ran.ended === "failed") expect(ran.error.message).toContain(words);
    expect(issues()).toEqual([]);
  });

  test("a service nobody answers at is a failure: nothing was sent", async () => {
    const closed = await startFakeGitHub();
    await closed.close();
    const nobody = openConnection(githubConnector, { baseUrl: closed.url, repositories: ["acme/app"] }, { token: "t" });
    expect(await run(INPUT, nobody)).toMatchObject({ ended: "failed", error: { code: "handler" } });
  });

  test("the connection's test names repositories that cannot be used", async () => {
    const tell = (token: string, list: string[]) => githubConnector.test(connect(token, list), never);
    expect(await tell(GITHUB_TOKENS.write, ["acme/app", "other/*"])).toEqual({ ok: true, as: "countersign-bot" });
    expect(await tell(GITHUB_TOKENS.write, ["acme/app", "acme/docs", "acme/secret"])).toEqual({
      ok: false,
      code: "settings",
      message: "acme/docs has no issues; acme/secret does not exist, or the token cannot see it.",
    });
  });
});
