import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linearConnector } from "../../src/tools/connectors/linear/linear-connector.ts";
import { codeOf, propose, type Gate } from "../support/gate.ts";
import { connectorContract } from "./contract.ts";
import { LINEAR, LINEAR_KEYS, startFakeLinear, type FakeLinear, type StoredIssue } from "./fakes/linear.ts";
import { attempt, openConnection, toolOf } from "./support.ts";
import { approve, loseLease, openConnectorGate, runAgain, runApproved, untilEnded } from "./through-gate.ts";
import { never } from "../support/never.ts";
import { until } from "../support/until.ts";

const TOOLS = ["create_linear_issue", "update_linear_issue", "create_linear_comment"] as const;
const isMutation = async (request: Request): Promise<boolean> => (await request.text()).includes("mutation(");
const isQuery = async (request: Request): Promise<boolean> => !(await isMutation(request));

connectorContract(linearConnector, TOOLS, async () => {
  const linear = await startFakeLinear();
  const issue = linear.addIssue();
  let count = 0;
  return {
    settings: { url: `${linear.url}/graphql`, teams: ["ENG"] },
    credentials: { token: LINEAR_KEYS.write },
    wrongCredentials: { token: "lin_api_wrong" },
    secrets: [LINEAR_KEYS.write, "lin_api_wrong"],
    writes: {
      create_linear_issue: { input: () => ({ team_id: "ENG", title: "New", description: "text", priority: 2 }) },
      update_linear_issue: { input: () => ({ issue_id: "ENG-1", title: `Renamed ${(count += 1)}` }) },
      create_linear_comment: { input: () => ({ issue_id: issue.id, body: "Looks good" }) },
    },
    effects: () => linear.issues.size + linear.comments.size + linear.updates,
    trouble: (kind, onStrike) => linear.strike(kind, isMutation, onStrike),
    close: linear.close,
  };
});

describe("issues in Linear", () => {
  let linear: FakeLinear;
  let gate: Gate;
  let issue: StoredIssue;
  const connect = (token: string = LINEAR_KEYS.write, teams = ["eng"]) =>
    openConnection(linearConnector, { url: `${linear.url}/graphql`, teams }, { token });
  const run = (name: string, input: JsonObject, open = connect()) => attempt(toolOf(linearConnector, open, name), input);
  const effects = (): number => linear.issues.size + linear.comments.size + linear.updates;

  beforeAll(async () => {
    linear = await startFakeLinear();
    gate = await openConnectorGate(linearConnector, connect(), undefined, { targetLooksPerSecond: 50 });
  });
  afterAll(async () => {
    await gate.close();
    await linear.close();
  });
  beforeEach(() => {
    if (linear.faults.length > 0) throw new Error("a fault of the test before never struck");
    linear.issues.clear();
    linear.comments.clear();
    issue = linear.addIssue({ description: "Two screens", labelIds: [LINEAR.labels.ux.id] });
  });

  /** A call of each tool. */
  const calls: Record<string, JsonObject> = {
    create_linear_issue: { team_id: "ENG", title: "New issue", description: "text" },
    update_linear_issue: { issue_id: "ENG-1", title: "Better title" },
    create_linear_comment: { issue_id: "ENG-1", body: "Looks good" },
  };
  const cases = Object.entries(calls);

  test("a new issue is shown item by item and created with all its fields", async () => {
    const input = {
      team_id: "ENG",
      title: "Streamline step 3",
      description: "Collapse\n\nit",
      priority: 2,
      state_id: LINEAR.states.doing.id,
      assignee_id: LINEAR.people.ada.id,
      label_ids: [LINEAR.labels.bug.id],
      estimate: 3,
      due_date: "2026-05-01",
    };
    const id = await propose(gate, "create_linear_issue", input);
    const { team_id: _team, ...item } = input;
    expect(await untilPending(id)).toMatchObject({ preview: { title: "Create an issue in ENG", count: 1, items: [item] } });
    await approve(gate, id, { priority: 1 });
    expect(await untilEnded(gate, id)).toMatchObject({
      status: "executed",
      result: { identifier: "ENG-2", url: "https://linear.app/acme/issue/ENG-2" },
    });
    const made = [...linear.issues.values()].at(-1);
    expect(made).toMatchObject({
      title: item.title,
      description: item.description,
      priority: 1,
      estimate: 3,
      dueDate: "2026-05-01",
    });
    expect(made).toMatchObject({ stateId: input.state_id, assigneeId: input.assignee_id, labelIds: input.label_ids });
  });

  test("a change shows what is there and what would be, names for ids, and binds to the version", async () => {
    const change = {
      issue_id: issue.id,
      state_id: LINEAR.states.doing.id,
      label_ids: [LINEAR.labels.bug.id],
      assignee_id: null,
    };
    const described = await toolOf(linearConnector, connect(), "update_linear_issue").describe(change, { workspaceId: "w" });
    expect(described).toEqual({
      preview: {
        title: "Update ENG-1",
        summary: issue.title,
        count: 3,
        items: [
          { field: "state", from: "Todo", to: "In Progress" },
          { field: "assignee", from: null, to: null },
          { field: "labels", from: ["ux"], to: ["bug"] },
        ],
      },
      target: "linear:ENG-1",
      snapshot: issue.updatedAt,
      current: { state: "Todo", assignee: null, labels: ["ux"] },
      proposed: { state: "In Progress", assignee: null, labels: ["bug"] },
    });
    expect(await runApproved(gate, "update_linear_issue", change)).toMatchObject({ status: "executed" });
    expect(issue).toMatchObject({ stateId: change.state_id, labelIds: change.label_ids, title: issue.title });
  });

  test("G2 an issue that changed after the proposal is not written over", async () => {
    const before = linear.updates;
    const id = await propose(gate, "update_linear_issue", { issue_id: "ENG-1", title: "Mine" });
    linear.touch(issue, { title: "Theirs" });
    expect(codeOf(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "inbox" }))).toBe("STALE");
    expect([issue.title, linear.updates - before]).toEqual(["Theirs", 0]);
  });

  test("G2 one that changes right before the handler runs is not written over either", async () => {
    const tool = toolOf(linearConnector, connect(), "update_linear_issue");
    const asked = { workspaceId: "w", proposedBy: { kind: "agent", id: "agent" }, approvedBy: ["approver"] } as const;
    const context = { ...asked, actionId: "1", idempotencyKey: "act_1", attempt: 1, target: "linear:ENG-1" };
    const seen = { ...context, snapshot: issue.updatedAt, signal: never };
    linear.touch(issue, { title: "Theirs" });
    await expect(tool.execute({ issue_id: "ENG-1", title: "Mine" }, seen)).rejects.toMatchObject({ code: "stale" });
    expect(issue.title).toBe("Theirs");
  });

  test("a waiting change is looked at once a minute, not at every pass: Linear bounds the calls of an hour", async () => {
    await propose(gate, "update_linear_issue", { issue_id: "ENG-1", title: "Mine" });
    // The first pass may have begun before the proposal.
    for (let pass = 0; pass < 2; pass += 1) await gate.engine.watchTargets();
    const asked = linear.requests.length;
    for (let pass = 0; pass < 3; pass += 1) await gate.engine.watchTargets();
    expect(linear.requests).toHaveLength(asked);
  });

  test("a comment may stand under an issue that changed meanwhile", async () => {
    const id = await propose(gate, "create_linear_comment", { issue_id: "ENG-1", body: "Looks good" });
    linear.touch(issue, { title: "Theirs" });
    await approve(gate, id);
    expect(await untilEnded(gate, id)).toMatchObject({ status: "executed", result: { issue: "ENG-1" } });
    expect([...linear.comments.values()]).toMatchObject([{ issueId: issue.id, body: "Looks good" }]);
  });

  test.each(cases)("%s of a team that is not on the list is refused, when described and when run", async (name, input) => {
    linear.addIssue({ teamId: LINEAR.teams.ops });
    const other = { ...input, ...("team_id" in input ? { team_id: "OPS" } : { issue_id: "OPS-1" }) };
    const refused = await gate.engine.proposals.propose(gate.agent, { toolName: name, toolInput: other });
    expect(refused).toMatchObject({
      ok: false,
      refusal: { errors: [{ message: expect.stringContaining("cannot use the team") }] },
    });
    const open = connect();
    const tool = toolOf(linearConnector, open, name);
    const { snapshot = null, target = null } = await tool.describe(input, { workspaceId: "w" });
    open.settings.teams = [LINEAR.teams.ops];
    const before = effects();
    const asked = { workspaceId: "w", proposedBy: { kind: "agent", id: "agent" }, approvedBy: ["approver"] } as const;
    const context = { ...asked, actionId: "1", idempotencyKey: "act_1", attempt: 1, target, snapshot };
    const ran = tool.execute(input, { ...context, signal: never });
    await expect(ran).rejects.toMatchObject({ code: "forbidden" });
    expect(effects()).toBe(before);
  });

  describe.each(cases)("%s", (name, input) => {
    const idempotent = name !== "update_linear_issue";
    test.each([
      ["cut_after", "executed"],
      ["error_after", "executed"],
      ["cut_before", idempotent ? "executed" : "outcome_unknown"],
      ["error_before", idempotent ? "executed" : "outcome_unknown"],
      ["rate_limit", "failed"],
    ] as const)("G3 G5 %s: %s, and never a second effect", async (kind, status) => {
      const before = effects();
      linear.strike(kind, isMutation);
      const ended = await runApproved(gate, name, input);
      expect(ended).toMatchObject({ status });
      expect(effects() - before).toBe(status === "executed" ? 1 : 0);
      if (status !== "executed") expect(await runAgain(gate, ended.id)).toMatchObject({ status: "executed" });
      expect(effects() - before).toBe(1);
    });

    test("G3 G5 when nothing can be found out either, a person is asked; run again, there is one effect", async () => {
      const before = effects();
      linear.strike("cut_after", isMutation);
      // The retry, or the look-up, cannot reach Linear either.
      linear.strike(
        "cut_before",
        async (request) => effects() > before && (idempotent ? isMutation(request) : isQuery(request)),
      );
      const ended = await runApproved(gate, name, input);
      expect(ended).toMatchObject({ status: "outcome_unknown" });
      expect(await runAgain(gate, ended.id)).toMatchObject({ status: "executed" });
      expect(effects() - before).toBe(1);
    });

    test("G3 G5 a process that dies while Linear works leaves one effect, and the next process its result", async () => {
      const before = effects();
      linear.strike("hang_after", isMutation);
      const id = await propose(gate, name, input);
      await approve(gate, id);
      await until(() => effects() > before);
      await loseLease(gate, id);
      expect(await untilEnded(gate, id)).toMatchObject({
        status: "executed",
        attempts: [{ outcome: "lost" }, { outcome: "executed" }],
      });
      expect(effects() - before).toBe(1);
    });

    test("a key that only reads ends it as forbidden", async () => {
      const before = effects();
      expect(await run(name, input, connect(LINEAR_KEYS.read))).toMatchObject({
        ended: "failed",
        error: { code: "forbidden" },
      });
      expect(effects()).toBe(before);
    });
  });

  test("a lost update that somebody wrote over since is for a person to judge", async () => {
    linear.strike("cut_after", isMutation);
    linear.strike("cut_before", async (request) => issue.title === "Better title" && isQuery(request));
    const ended = await runApproved(gate, "update_linear_issue", calls["update_linear_issue"]!);
    linear.touch(issue, { title: "Theirs" });
    expect(await runAgain(gate, ended.id)).toMatchObject({ status: "outcome_unknown" });
    expect(issue.title).toBe("Theirs");
  });

  test.each([
    [
      "create_linear_issue",
      { team_id: "ENG", title: "x", state_id: "nowhere" },
      "invalid",
      undefined,
      "Could not find referenced WorkflowState",
    ],
    ["update_linear_issue", { issue_id: "ENG-99", title: "x" }, "invalid", "/issue_id", "Could not find referenced Issue"],
    ["update_linear_issue", { issue_id: "ENG-1", state_id: "nowhere" }, "invalid", "/state_id", "WorkflowState"],
    ["update_linear_issue", { issue_id: "ENG-1", label_ids: ["nowhere"] }, "invalid", "/label_ids/0", "IssueLabel"],
    ["update_linear_issue", { issue_id: "ENG-1" }, "invalid", undefined, "at least one field"],
    ["create_linear_comment", { issue_id: "ENG-99", body: "x" }, "invalid", "/issue_id", "Could not find referenced Issue"],
  ] as const)("%s %o ends as %s", async (name, input, code, path, words) => {
    const before = effects();
    const ran = await run(name, input as unknown as JsonObject).catch((error: unknown) => ({
      ended: "failed" as const,
      error,
    }));
    expect(ran).toMatchObject({ ended: "failed", error: { code, path, message: expect.stringContaining(words) } });
    expect(effects()).toBe(before);
  });

  test("a team whose key is on the list but gone is no such thing; one given by id needs no search", async () => {
    const gone = connect(LINEAR_KEYS.write, ["GONE", LINEAR.teams.ops]);
    expect(await run("create_linear_issue", { team_id: "GONE", title: "x" }, gone)).toMatchObject({
      ended: "failed",
      error: { code: "invalid", path: "/team_id" },
    });
    expect(await run("create_linear_issue", { team_id: LINEAR.teams.ops, title: "x" }, gone)).toMatchObject({
      ended: "executed",
      result: { identifier: "OPS-1" },
    });
  });

  test("the connection's test names teams the key does not see", async () => {
    const tell = (teams: string[]) => linearConnector.test(connect(LINEAR_KEYS.write, teams), never);
    expect(await tell(["eng", LINEAR.teams.ops])).toEqual({ ok: true, as: "Ada of Acme" });
    expect(await tell(["ENG", "HR"])).toMatchObject({ ok: false, code: "settings", message: expect.stringContaining("HR") });
  });

  test("the fake refuses what Linear refuses: ids of another version, fields it does not know", async () => {
    const ask = async (query: string): Promise<unknown> => {
      const headers = { authorization: LINEAR_KEYS.write, "content-type": "application/json" };
      return (await fetch(`${linear.url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) })).json();
    };
    const create = (id: string) =>
      ask(`mutation { issueCreate(input: { id: "${id}", teamId: "${LINEAR.teams.eng}", title: "x" }) { success } }`);
    expect(await create("0190f4c2-7a3e-7cc0-9d2a-6a4c31f4ab01")).toMatchObject({
      errors: [{ extensions: { type: "invalid input" } }],
    });
    expect(await create(issue.id)).toMatchObject({ errors: [{ extensions: { type: "invalid input" } }] });
    expect(await ask("{ issue { nothing } }")).toMatchObject({ errors: [expect.anything(), expect.anything()] });
  });

  const untilPending = async (id: string) => {
    const { value } = (await gate.engine.actions.get(gate.people.admin, id)) as { value: unknown };
    return value;
  };
});
