import type { Json, JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linearConnector } from "../../src/tools/connectors/linear/linear-connector.ts";
import type { Gate } from "../support/gate.ts";
import { LINEAR, LINEAR_KEYS, startFakeLinear, type FakeLinear } from "./fakes/linear.ts";
import { readContract } from "./read-contract.ts";
import { attempt, openConnection, toolOf } from "./support.ts";
import { openConnectorGate } from "./through-gate.ts";

const READS: Record<string, () => JsonObject> = {
  list_linear_teams: () => ({}),
  list_linear_values: () => ({ team_id: "ENG", of: "states" }),
  search_linear_issues: () => ({ query: "onboarding" }),
  list_linear_issues: () => ({ team_id: "ENG" }),
  get_linear_issue: () => ({ issue_id: "ENG-1" }),
};

describe("what an agent reads in Linear", () => {
  let linear: FakeLinear;
  let gate: Gate;
  const connect = (teams = ["eng"], token: string = LINEAR_KEYS.read) =>
    openConnection(linearConnector, { url: `${linear.url}/graphql`, teams, reads: true }, { token });
  const run = (name: string, input: JsonObject, open = connect()) => attempt(toolOf(linearConnector, open, name), input);
  const read = async (name: string, input: JsonObject, open = connect()): Promise<Json> => {
    const ran = await run(name, input, open);
    if (ran.ended !== "executed") throw new Error(JSON.stringify(ran));
    return ran.result;
  };
  const found = (page: Json): string[] =>
    (page as { items: { identifier: string }[] }).items.map(({ identifier }) => identifier);
  const cursorOf = (page: Json): string => (page as { nextCursor: string }).nextCursor;

  beforeAll(async () => {
    linear = await startFakeLinear();
    gate = await openConnectorGate(linearConnector, connect());
  });
  afterAll(async () => {
    await gate.close();
    await linear.close();
  });
  beforeEach(() => {
    if (linear.faults.length > 0) throw new Error("a fault of the test before never struck");
    linear.issues.clear();
    linear.comments.clear();
    linear.addIssue({ description: "Two screens", labelIds: [LINEAR.labels.ux.id] });
  });

  readContract(linearConnector, READS, {
    gate: () => gate,
    service: () => linear,
    open: connect,
    openWrong: () => connect(["eng"], "lin_api_wrong"),
    isRead: () => true,
  });

  test("an issue comes with the ids of its fields and with its comments, a page at a time", async () => {
    const [issue] = linear.issues.values();
    for (let n = 1; n <= 26; n += 1) {
      const id = `comment-${n}`;
      linear.comments.set(id, { id, issueId: issue!.id, body: n === 1 ? "x".repeat(10_001) : `comment ${n}` });
    }
    const first = (await read("get_linear_issue", { issue_id: "eng-1" })) as { comments: { body: string }[] };
    expect(first).toMatchObject({
      identifier: "ENG-1",
      team: "ENG",
      description: "Two screens",
      state: { id: LINEAR.states.todo.id, name: "Todo" },
      labels: [{ id: LINEAR.labels.ux.id, name: "ux" }],
      assignee: null,
    });
    expect(first.comments).toHaveLength(25);
    expect(first.comments[0]).toMatchObject({ body: `${"x".repeat(10_000)} […1 more characters]`, user: { name: "Ada" } });
    const second = await read("get_linear_issue", { issue_id: issue!.id, cursor: cursorOf(first as Json) });
    expect(second).toMatchObject({ comments: [{ body: "comment 26" }], nextCursor: null });
  });

  test("a list has pages and filters, and covers the teams of the list only", async () => {
    linear.addIssue({ teamId: LINEAR.teams.ops });
    linear.addIssue({
      stateId: LINEAR.states.doing.id,
      assigneeId: LINEAR.people.ada.id,
      projectId: LINEAR.projects.launch.id,
    });
    const list = (more: JsonObject = {}, teams = ["eng"]) => read("list_linear_issues", more, connect(teams));
    expect(found(await list())).toEqual(["ENG-2", "ENG-1"]);
    expect(found(await list({}, ["eng", LINEAR.teams.ops]))).toEqual(["ENG-2", "OPS-1", "ENG-1"]);
    expect(found(await list({ team_id: LINEAR.teams.ops }, ["eng", LINEAR.teams.ops]))).toEqual(["OPS-1"]);
    expect(found(await list({ state_id: LINEAR.states.doing.id }))).toEqual(["ENG-2"]);
    expect(found(await list({ assignee_id: LINEAR.people.ada.id, project_id: LINEAR.projects.launch.id }))).toEqual(["ENG-2"]);
    expect(found(await list({ label_id: LINEAR.labels.ux.id }))).toEqual(["ENG-1"]);
    expect(found(await list({ label_id: LINEAR.labels.bug.id }))).toEqual([]);
    const [, , last] = linear.issues.values();
    expect(found(await list({ updated_since: last!.updatedAt }))).toEqual(["ENG-2"]);
    for (let n = 0; n < 24; n += 1) linear.addIssue();
    const first = await list();
    expect(found(first)).toHaveLength(25);
    expect(await list({ cursor: cursorOf(first) })).toMatchObject({ items: [{ identifier: "ENG-1" }], nextCursor: null });
  });

  test("a search finds words in the teams of the list only", async () => {
    linear.addIssue({ title: "Login fails", description: "x".repeat(501) });
    linear.addIssue({ title: "Login of operations", teamId: LINEAR.teams.ops });
    const search = (more: JsonObject = {}, teams = ["eng"]) =>
      read("search_linear_issues", { query: "login", ...more }, connect(teams));
    expect(await search()).toMatchObject({
      items: [{ identifier: "ENG-2", description: `${"x".repeat(500)} […1 more characters]` }],
      nextCursor: null,
    });
    expect(found(await search({ team_id: "ops" }, ["ENG", "OPS"]))).toEqual(["OPS-1"]);
  });

  test("teams, and the values that the fields of their issues take", async () => {
    expect(await read("list_linear_teams", {})).toEqual({
      items: [{ id: LINEAR.teams.eng, key: "ENG", name: "Engineering" }],
      nextCursor: null,
    });
    const values = (of: string, teamId = "ENG") =>
      read("list_linear_values", { team_id: teamId, of }, connect(["eng", LINEAR.teams.ops]));
    expect(await values("states")).toMatchObject({ items: [{ name: "Todo", type: "unstarted" }, { name: "In Progress" }] });
    expect(await values("members")).toEqual({ items: [{ id: LINEAR.people.ada.id, name: "Ada" }], nextCursor: null });
    expect(await values("projects")).toMatchObject({ items: [LINEAR.projects.launch] });
    expect(await values("labels")).toMatchObject({ items: [{ name: "bug" }, { name: "ux" }] });
    expect(await values("labels", LINEAR.teams.ops)).toMatchObject({ items: [{ name: "bug" }, { name: "pager" }] });
  });

  test.each([
    ["list_linear_values", { team_id: "OPS", of: "labels" }],
    ["search_linear_issues", { query: "x", team_id: "OPS" }],
    ["list_linear_issues", { team_id: LINEAR.teams.ops }],
  ])("G8 %s of a team that is not on the list is refused before a request is sent", async (name, input) => {
    const before = linear.requests.length;
    await expect(run(name, input)).rejects.toMatchObject({ code: "forbidden", path: "/team_id" });
    const open = connect(["eng", "ops", LINEAR.teams.ops]);
    const tool = toolOf(linearConnector, open, name);
    await tool.describe(input, { workspaceId: "w" });
    open.settings.teams = ["eng"];
    await expect(attempt(tool, input)).rejects.toMatchObject({ code: "forbidden" });
    expect(linear.requests).toHaveLength(before);
  });

  test("G8 an issue of another team is not read, and without a team nothing is", async () => {
    linear.addIssue({ teamId: LINEAR.teams.ops });
    expect(await run("get_linear_issue", { issue_id: "OPS-1" })).toMatchObject({
      ended: "failed",
      error: { code: "forbidden", path: "/issue_id" },
    });
    for (const [name, input] of [
      ["search_linear_issues", { query: "x" }],
      ["list_linear_issues", {}],
      ["list_linear_teams", {}],
    ] as const)
      await expect(run(name, input, connect([]))).rejects.toMatchObject({ code: "forbidden" });
  });

  test.each([
    ["get_linear_issue", { issue_id: "ENG-99" }, "/issue_id"],
    ["list_linear_issues", { team_id: "ENG", state_id: "nowhere" }, undefined],
    ["list_linear_issues", { cursor: "nowhere" }, undefined],
  ])("%s %o ends as invalid", async (name, input, path) => {
    const ran = await run(name, input);
    expect(ran).toMatchObject({ ended: "failed", error: { code: "invalid" } });
    if (path !== undefined) expect(ran).toMatchObject({ error: { path } });
  });
});
