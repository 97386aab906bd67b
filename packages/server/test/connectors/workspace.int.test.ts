import type { JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspaceConnector } from "../../src/tools/connectors/workspace/workspace-connector.ts";
import type { Records } from "../../src/tools/connectors/workspace/read-records.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { need, propose, type Gate } from "../support/gate.ts";
import { connectorContract } from "./contract.ts";
import { openConnection } from "./support.ts";
import { approve, openConnectorGate, runApproved, untilEnded } from "./through-gate.ts";

const RECOMMENDATION = {
  title: "Streamline onboarding step 3",
  description: "Collapse the two-screen verification...",
  addresses_insight_ids: ["ins-1", "ins-2"],
  effort_estimate: "small",
  effort_weeks: 2,
  impact_score: 0.82,
  success_metrics: ["Activation rate +10%", "Drop-off <8%"],
};
const RATIONALE = "Quick wins first — onboarding friction...";
const INPUTS = {
  save_insights: {
    insights: [{ title: "Step 3 loses people", description: "Half leave", confidence: 0.7 }],
    summary: "Onboarding",
  },
  save_recommendations: { recommendations: [RECOMMENDATION], prioritization_rationale: RATIONALE },
  save_recommendation: RECOMMENDATION,
  save_document: { title: "Onboarding", document_type: "prd", content: "# Onboarding\n\nWhy" },
} satisfies Record<string, JsonObject>;

/** Reading is tested in `saved-records.contract.test.ts`. */
const NO_RECORDS: Records = {
  list: async () => ({ items: [], nextCursor: null }),
  find: async () => undefined,
};
const workspaceConnector = createWorkspaceConnector(NO_RECORDS);

connectorContract(workspaceConnector, Object.keys(INPUTS), async () => {
  const database: Database = await openTestDatabase("any");
  await database.kysely.insertInto("workspace").values({ id: "ws_test", name: "Test" }).execute();
  const query = async (text: string, parameters: readonly unknown[]) =>
    (
      await database.kysely.executeQuery<Record<string, unknown>>({
        query: sql`select`.toOperationNode(),
        queryId: { queryId: "test" },
        sql: text,
        parameters,
      })
    ).rows;
  const options = { transaction: { query } };
  return {
    settings: {},
    credentials: {},
    secrets: [],
    writes: Object.fromEntries(Object.entries(INPUTS).map(([name, input]) => [name, { input: () => ({ ...input }), options }])),
    effects: async () => (await database.kysely.selectFrom("savedRecord").selectAll().execute()).length,
    close: () => database.close(),
  };
});

describe("records of the workspace", () => {
  let gate: Gate;
  const records = () =>
    gate.database.kysely.selectFrom("savedRecord").selectAll().orderBy("savedAt").orderBy("position").execute();

  beforeAll(async () => {
    gate = await openConnectorGate(workspaceConnector, openConnection(workspaceConnector, {}, {}));
  });
  afterAll(() => gate.close());

  test("the preview of recommendations is the one of the seed", async () => {
    const id = await propose(gate, "save_recommendations", INPUTS.save_recommendations);
    const { preview } = need(await gate.engine.actions.get(gate.people.viewer, id));
    expect(preview).toEqual({
      title: "Save 1 recommendation",
      count: 1,
      prioritization_rationale: RATIONALE,
      items: [{ ...RECOMMENDATION, rationale: "" }],
    });
    expect(await records()).toEqual([]);
  });

  test("G2 G3 what was approved, with its edits, is saved once, in the transaction that ends the action", async () => {
    const id = await propose(gate, "save_recommendations", INPUTS.save_recommendations);
    const second = { title: "Second", description: "Another" };
    await approve(gate, id, { recommendations: [{ ...RECOMMENDATION, title: "Shorter" }, second] });
    expect(await untilEnded(gate, id)).toMatchObject({ status: "executed", result: { saved: 2, ids: [`${id}.0`, `${id}.1`] } });
    const saved = await records();
    expect(saved).toMatchObject([
      { actionId: id, position: 0, kind: "recommendation", title: "Shorter" },
      { actionId: id, position: 1, kind: "recommendation", title: "Second" },
    ]);
    expect(JSON.parse(saved[1]?.data ?? "")).toEqual({ ...second, prioritization_rationale: RATIONALE });
  });

  test("G3 a call that fails in the middle of its writes leaves nothing of them", async () => {
    const id = await propose(gate, "save_insights", {
      insights: [
        { title: "one", description: "1" },
        { title: "two", description: "2" },
      ],
    });
    // The second record's position is already taken, so its insert fails.
    const { workspaceId } = gate.agent;
    const taken = { workspaceId, actionId: id, position: 1, kind: "insight", title: "taken", data: "{}" } as const;
    await gate.database.kysely
      .insertInto("savedRecord")
      .values(taken as never)
      .execute();
    await approve(gate, id);
    expect(await untilEnded(gate, id)).toMatchObject({ status: "failed" });
    expect((await records()).filter(({ actionId }) => actionId === id)).toMatchObject([{ title: "taken" }]);
  });

  test("G9 a call cannot name another workspace, nor move to one by an edit", async () => {
    const toolInput = { ...INPUTS.save_document, workspace_id: "another" };
    expect(await gate.engine.proposals.propose(gate.agent, { toolName: "save_document", toolInput })).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/toolInput/workspace_id" }] },
    });
    const own = { ...INPUTS.save_document, workspace_id: gate.agent.workspaceId };
    expect(await runApproved(gate, "save_document", own)).toMatchObject({ status: "executed" });
    const [document] = (await records()).filter(({ kind }) => kind === "document");
    expect(JSON.parse(document?.data ?? "")).toEqual(INPUTS.save_document);
  });
});
