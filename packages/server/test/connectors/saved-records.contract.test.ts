import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import type { Asker } from "../../src/ports/tool.ts";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { createWorkspaceConnector } from "../../src/tools/connectors/workspace/workspace-connector.ts";
import { ownRecords } from "../../src/tools/connections/own-records.ts";
import { codeOf, need, openGate, type Gate } from "../support/gate.ts";
import { NO_KEY_FILE } from "../support/no-key-file.ts";
import { runApproved, untilEnded } from "./through-gate.ts";

const kind = inject("database");

let gate: Gate;
let running: RunningConnections;

beforeAll(async () => {
  gate = await openGate(kind);
  running = createConnections({
    database: gate.database,
    keys: createSecretKeys(["k".repeat(32)], NO_KEY_FILE),
    connectors: [createWorkspaceConnector(ownRecords(gate.database))] as unknown as Connector[],
    registry: gate.registry,
    engine: gate.engine,
    log: () => undefined,
  });
  await running.serve(gate.agent.workspaceId);
  const connection = {
    connector: "workspace",
    name: "Records",
    settings: {},
    credentials: {},
    allowPrivate: false,
    confirm: true,
  };
  need(await running.admin.create(gate.people.admin, connection));
});
afterAll(async () => {
  await running.stop();
  await gate.close();
});

test("G9 members read what approved calls saved, newest first, page by page", async () => {
  const insights = (from: number) => ({
    insights: [from, from + 1].map((n) => ({ title: `insight ${n}`, description: "d" })),
  });
  const first = await runApproved(gate, "save_insights", insights(1));
  const second = await runApproved(gate, "save_insights", insights(3));
  expect(second).toMatchObject({ status: "executed", result: { saved: 2 } });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = need(
      await gate.engine.savedRecords.list(gate.people.viewer, { kind: "insight", limit: 1, ...(cursor && { cursor }) }),
    );
    seen.push(...page.items.map(({ title, actionId }) => `${title} ${actionId === first.id ? "first" : "second"}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(["insight 3 second", "insight 4 second", "insight 1 first", "insight 2 first"]);
  expect(need(await gate.engine.savedRecords.list(gate.people.viewer, { kind: "document" })).items).toEqual([]);
  expect(codeOf(await gate.engine.savedRecords.list(gate.people.viewer, { cursor: "nonsense" }))).toBe("INVALID_INPUT");
  expect(codeOf(await gate.engine.savedRecords.list(gate.worker, {}))).toBe("FORBIDDEN");
});

test("G9 an agent reads back what its own calls saved, and nothing else", async () => {
  const { engine, agent, people } = gate;
  const { id } = await runApproved(gate, "save_document", { title: "Mine", content: "# Mine" });
  const others = { ...agent, id: "key_other", name: "other" };
  const read = async (toolName: string, toolInput: JsonObject, by = agent) =>
    need(await engine.proposals.propose(by, { toolName, toolInput }));
  expect(need(await engine.savedRecords.list(agent, { kind: "document" })).items).toMatchObject([
    { actionId: id, title: "Mine" },
  ]);
  expect(need(await engine.savedRecords.list(others, {})).items).toEqual([]);
  expect(await read("list_saved_records", { kind: "document" })).toMatchObject({
    status: "executed",
    result: { items: [{ id: `${id}.0`, kind: "document", title: "Mine" }], nextCursor: null },
  });
  expect(await read("get_saved_record", { id: `${id}.0` })).toMatchObject({ result: { data: { content: "# Mine" } } });
  expect(await read("get_saved_record", { id: `${id}.1` })).toMatchObject({ status: "failed", error: { code: "invalid" } });
  expect(await read("list_saved_records", { cursor: "x" })).toMatchObject({ status: "failed", error: { code: "invalid" } });
  // A record of another agent's call, as the tool itself would find it.
  const records = ownRecords(gate.database);
  const { workspaceId } = agent;
  const reader = (by: Asker) => ({ workspaceId, by });
  expect(await records.find(reader({ kind: "agent", id: "key_other" }), id, 0)).toBeUndefined();
  expect(await records.find({ workspaceId: "ws_other", by: { kind: "agent", id: agent.id } }, id, 0)).toBeUndefined();
  expect(await records.list(reader({ kind: "agent", id: "key_other" }), { limit: 9 })).toEqual({ items: [], nextCursor: null });
  expect(await records.find(reader({ kind: "user", id: people.viewer.id }), id, 0)).toMatchObject({ title: "Mine" });
});

test("five recommendations in one call are five actions, decided one by one", async () => {
  const { engine, agent, people } = gate;
  const recommendations = [1, 2, 3, 4, 5].map((n) => ({ title: `recommendation ${n}`, description: "d" }));
  const asked = need(
    await engine.proposals.propose(agent, {
      toolName: "save_recommendation",
      toolInput: { recommendations, summary: "Quick wins first" },
      missionId: "m-1",
    }),
  );
  expect(asked).toMatchObject({ status: "queued", batchId: "m-1:save_recommendation" });
  expect(asked.proposalIds).toHaveLength(5);
  const [first = "", ...rest] = asked.proposalIds!;
  need(await engine.decisions.approve(people.approver, first, { channel: "api" }));
  for (const id of rest) need(await engine.decisions.reject(people.approver, id, { channel: "api" }));
  await untilEnded(gate, first);
  const saved = need(await engine.savedRecords.list(agent, { kind: "recommendation" })).items;
  expect(saved).toMatchObject([{ actionId: first, title: "recommendation 1" }]);
});
